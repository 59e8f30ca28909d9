// For Cloudflare Workers, which import the WebAssembly and cannot compile bytes.

import module from "../crawl.wasm";
import "../workerd.js";
import { crawl } from "./outcome.js";

crawl.provide(() => module);

export * from "./crawl.js";
