// For Cloudflare Workers, which import the WebAssembly and cannot compile bytes.

import module from "../tools.wasm";
import { provide } from "./tools.js";

provide(() => module);

export * from "./tools.js";
