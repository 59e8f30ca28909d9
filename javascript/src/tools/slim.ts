// Doesn't contain the WebAssembly; users pass it to `init`.

export * from "./tools.js";
