// Embeds the WebAssembly as base64; see ../index.ts.

import { BASE64 } from "../generated/crawl-base64.js";
import "../index.js";
import { compileBase64 } from "../platform.js";
import { crawl } from "./outcome.js";

crawl.provide(() => compileBase64(BASE64));

export * from "./crawl.js";
