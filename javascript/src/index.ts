// With the WebAssembly embedded as base64, so that it can be compiled without waiting on every platform.

import { core } from "./core.js";
import { BASE64 } from "./generated/core-base64.js";
import { compileBase64 } from "./platform.js";

core.provide(() => compileBase64(BASE64));

export * from "./core.js";
