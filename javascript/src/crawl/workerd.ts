// For Cloudflare Workers, which have to import the WebAssembly because they can't compile bytes.

import module from "../crawl.wasm";
import "../workerd.js";
import { crawl } from "./outcome.js";

crawl.provide(() => module);

export * from "./crawl.js";
