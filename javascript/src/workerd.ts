// For Cloudflare Workers, which import the WebAssembly and cannot compile bytes.

import module from "./core.wasm";
import { core } from "./core.js";

core.provide(() => module);

export * from "./core.js";
