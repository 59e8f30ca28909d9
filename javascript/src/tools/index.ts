// Embeds the WebAssembly as base64; see ../index.ts.

import { BASE64 } from "../generated/tools-base64.js";
import { compileBase64 } from "../platform.js";
import { provide } from "./tools.js";

provide(() => compileBase64(BASE64));

export * from "./tools.js";
