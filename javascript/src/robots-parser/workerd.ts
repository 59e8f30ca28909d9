import "../workerd.js";

export { default, RobotsParser } from "./parser.js";
