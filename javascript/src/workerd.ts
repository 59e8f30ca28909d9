// For Cloudflare Workers, which have to import the WebAssembly because they can't compile bytes.

import module from "./core.wasm";
import { core } from "./core.js";

core.provide(() => module);

export * from "./core.js";
