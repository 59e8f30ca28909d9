// For Cloudflare Workers, which have to import the WebAssembly because they can't compile bytes.

import module from "../tools.wasm";
import { provide } from "./tools.js";

provide(() => module);

export * from "./tools.js";
