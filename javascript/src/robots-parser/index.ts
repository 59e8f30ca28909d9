import "../index.js";

export { default, RobotsParser } from "./parser.js";
