// Embeds the WebAssembly as base64, so that every platform can compile it synchronously.

import { core } from "./core.js";
import { BASE64 } from "./generated/core-base64.js";
import { compileBase64 } from "./platform.js";

core.provide(() => compileBase64(BASE64));

export * from "./core.js";
