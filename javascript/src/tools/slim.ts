// Without WebAssembly: `init` gets it from its user.

export * from "./tools.js";
