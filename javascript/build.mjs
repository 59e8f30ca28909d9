// Builds the package: `npm run build`. `npm run build -- --fast` takes less time while you work, and
// `npm run build -- tools` builds only what the page needs. `npm run build -- --typescript` compiles only the TypeScript.
//
// Rust becomes WebAssembly, wasm-bindgen's library generates the JavaScript around it, and TypeScript
// compiles the rest: once as modules, and once for `require`. esbuild joins the modules that every program loads. The results are in `dist`.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(process.env.CARGO_TARGET_DIR ?? join(dirname(here), "target"), "javascript");
const generated = join(here, "src", "generated");
const dist = join(here, "dist");
const triple = "wasm32-unknown-unknown";
const isFast = process.argv.includes("--fast");
const profile = isFast ? "fast" : "wasm";

function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { cwd: here, stdio: "inherit", ...options });
  if (error || status !== 0) {
    console.error(`failed: ${program} ${args.join(" ")}${error ? `: ${error.message}` : ""}`);
    process.exit(1);
  }
}

function output(program, ...args) {
  return spawnSync(program, args, { encoding: "utf8" }).stdout ?? "";
}

const tool = (name, ...path) => join(here, "node_modules", name, ...path);

if (output("rustup", "--version") && !output("rustup", "target", "list", "--installed").includes(triple)) {
  run("rustup", ["target", "add", triple]);
}

/** Builds one module of the bindings: `core`, `crawl` or `tools`. Returns a promise for the optimised module. */
function buildWasm(name) {
  // The library compares sixteen bytes at once. All engines have supported the instructions for that since
  // 2023.
  const env = { ...process.env, RUSTFLAGS: `${process.env.RUSTFLAGS ?? ""} -C target-feature=+simd128`.trim() };
  run("cargo", [
    "build", "--locked", "--package", "robots-javascript", "--lib", "--features", name, "--target", triple, "--profile", profile,
    "--target-dir", target,
  ], { env });
  const folder = join(generated, name);
  rmSync(folder, { recursive: true, force: true });
  run("cargo", [
    "run", "--quiet", "--locked", "--package", "bindgen", "--target-dir", target, "--",
    join(target, triple, profile, "robots_javascript.wasm"), folder,
  ]);
  // Its comments have the types, which TypeScript prefers to read from another file.
  for (const unused of ["robots.d.ts", "robots_bg.wasm.d.ts"]) rmSync(join(folder, unused));
  return optimise(name, join(folder, "robots_bg.wasm"));
}

/** Optimises a module, while the next one is compiled, and writes the files that contain it. */
async function optimise(name, wasm) {
  if (!isFast) {
    const [status] = await once(spawn(process.execPath, [tool("binaryen", "bin", "wasm-opt"), "-Oz", "--output", wasm, wasm], { stdio: "inherit" }), "exit");
    if (status !== 0) throw new Error(`wasm-opt failed for ${name}`);
  }
  const bytes = readFileSync(wasm);
  mkdirSync(dist, { recursive: true });
  copyFileSync(wasm, join(dist, `${name}.wasm`));
  writeFileSync(join(generated, `${name}-base64.ts`), `export const BASE64: string =\n  "${bytes.toString("base64")}";\n`);
  const compressed = isFast ? "" : `, ${brotliCompressSync(bytes).length} by Brotli`;
  console.log(`${name}.wasm: ${bytes.length} bytes${compressed}`);
}

const names = process.argv.slice(2).filter((name) => !name.startsWith("--"));
const isTypescript = process.argv.includes("--typescript");
if (names.length === 0) {
  if (!isTypescript) rmSync(dist, { recursive: true, force: true });
  // The last one is optimised while nothing is compiled, so it is the smallest.
  names.push("tools", "crawl", "core");
}
if (!isTypescript) await Promise.all(names.map(buildWasm));

/** The types of the function with properties that `require("robots-exclusion/robots-parser")` returns. */
const PARSER_TYPES = `import type * as parser from "../../robots-parser/index.js" with { "resolution-mode": "import" };
declare function robotsParser(...args: Parameters<typeof parser.default>): parser.RobotsParser;
declare namespace robotsParser {
  type RobotsParser = parser.RobotsParser;
  export { robotsParser as default };
}
export = robotsParser;
`;

/** Makes a module and all that it imports one file, except for another file. */
async function bundle(name, external) {
  const { buildSync } = await import("esbuild");
  const file = join(dist, name);
  buildSync({ entryPoints: [file], outfile: file, allowOverwrite: true, bundle: true, format: "esm", external, logLevel: "warning" });
}

/** Writes the entry for Node of a module that is in a file. */
function fromFile(root, name, imports, provide) {
  return `${imports}
// Importing node:fs would also load all of node:stream, which takes 2 ms.
const { readFileSync } = process.getBuiltinModule("node:fs");
${provide}(() => new WebAssembly.Module(readFileSync(new URL("${root}${name}.wasm", import.meta.url))));
export * from "./${name}.js";
`;
}

/** Compiles the TypeScript. */
function compile(...options) {
  const project = names.includes("core") ? "tsconfig.json" : "tsconfig.tools.json";
  run(process.execPath, [tool("typescript", "bin", "tsc"), "--project", project, ...options]);
}
compile();
// A program that imports the package loads two files instead of six, which takes Node some milliseconds less.
if (names.includes("core")) {
  await bundle("core.js", []);
  await bundle("index.js", ["./core.js"]);
  for (const unused of ["instance.js", "generated/core/robots.js", "generated/core-base64.js"]) rmSync(join(dist, unused));
}
if (names.includes("core")) {
  compile("--module", "commonjs", "--moduleResolution", "bundler", "--outDir", "dist/cjs");
  writeFileSync(join(dist, "cjs", "package.json"), '{ "type": "commonjs" }\n');
  // `import` and `require` give the same objects: recent Node versions follow the condition `module-sync` for both, and
  // others get these modules.
  writeFileSync(join(dist, "node.js"), 'export * from "./cjs/index.js";\n');
  writeFileSync(join(dist, "crawl", "node.js"), 'export * from "../cjs/crawl/index.js";\n');
  writeFileSync(join(dist, "tools", "node.js"), 'export * from "../cjs/tools/index.js";\n');
  // `require` returns the function itself, as robots-parser does.
  appendFileSync(join(dist, "cjs", "robots-parser", "index.js"), "module.exports = Object.assign(exports.default, exports);\n");
  writeFileSync(join(dist, "robots-parser", "node.js"), 'import parser from "../cjs/robots-parser/index.js";\nexport default parser;\nexport const { RobotsParser } = parser;\n');
  writeFileSync(join(dist, "cjs", "robots-parser", "index.d.ts"), PARSER_TYPES);
  // Node reads the WebAssembly from its file, which takes less time than to load and decode base64. Only Node itself follows these
  // conditions: Deno would ask for permission, and bundlers would not find the file.
  writeFileSync(join(dist, "from-file.js"), fromFile("./", "core", 'import { core } from "./core.js";', "core.provide"));
  writeFileSync(join(dist, "crawl", "from-file.js"), fromFile("../", "crawl", 'import "../from-file.js";\nimport { crawl } from "./outcome.js";', "crawl.provide"));
  writeFileSync(join(dist, "tools", "from-file.js"), fromFile("../", "tools", 'import { provide } from "./tools.js";', "provide"));
  copyFileSync(join(dirname(here), "LICENSE"), join(here, "LICENSE.txt"));
}
