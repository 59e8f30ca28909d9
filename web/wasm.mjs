// Builds the library for the page: src/wasm/robots.js, its types, and robots_bg.wasm.
//
// Requires rustup, or a Rust toolchain with the target wasm32-unknown-unknown.

import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = dirname(fileURLToPath(import.meta.url));
const root = dirname(web);
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
const triple = "wasm32-unknown-unknown";

function run(program, ...args) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: "inherit" });
  if (error || status !== 0) {
    console.error(`failed: ${program} ${args.join(" ")}${error ? `: ${error.message}` : ""}`);
    process.exit(1);
  }
}

function output(program, ...args) {
  return spawnSync(program, args, { cwd: root, encoding: "utf8" }).stdout ?? "";
}

if (output("rustup", "--version") && !output("rustup", "target", "list", "--installed").includes(triple)) {
  run("rustup", "target", "add", triple);
}
// The library compares sixteen bytes at once. All browsers have supported the instructions for that since
// 2023.
process.env.RUSTFLAGS = `${process.env.RUSTFLAGS ?? ""} -C target-feature=+simd128`.trim();
run("cargo", "build", "--locked", "--package", "robots-web", "--lib", "--target", triple, "--profile", "web");
delete process.env.RUSTFLAGS;
run(
  "cargo", "run", "--quiet", "--locked", "--manifest-path", "web/bindgen/Cargo.toml", "--target-dir", join(target, "bindgen"),
  "--", join(target, triple, "web", "robots_web.wasm"), join(web, "src", "wasm"),
);

// Makes the file smaller. Vite's development server does not need this.
if (!process.argv.includes("--fast")) {
  const file = join(web, "src", "wasm", "robots_bg.wasm");
  const before = statSync(file).size;
  run(process.execPath, join(web, "node_modules", "binaryen", "bin", "wasm-opt"), "-Oz", "--output", file, file);
  console.log(`wasm: ${before} bytes, optimised ${statSync(file).size}`);
}
