// This package beside others: size, start, time, memory and wrong answers, in Node, Deno and Bun.
//
//     npm run build && npm ci --prefix tests && npm ci --prefix compare && npm run --prefix compare compare -- FOLDER
//
// FOLDER contains robots.txt files. Rounds are interleaved, and the least processor time of each counts, because other programs disturb a
// round but never speed it up. Answers are compared with the Google dialect, which is Google's own parser bit for bit, so a difference
// of the others is theirs. A runtime that is not installed is skipped.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const folder = process.argv[2];
if (!folder) {
  console.error("usage: npm run compare -- FOLDER, with robots.txt files");
  process.exit(2);
}
const NAMES = ["robots-exclusion", "robots-parser", "robots-txt-guard"];
const STARTS = 15;

const tests = join(dirname(here), "tests", "node_modules");
const RUNTIMES = {
  Node: [process.execPath],
  Deno: [join(tests, "@deno", "linux-x64-glibc", "deno"), "run", "--quiet", "--allow-all", "--node-modules-dir=manual"],
  Bun: [join(tests, ".bin", "bun"), "run"],
};

function measure([program, ...args], ...command) {
  const { status, stdout, stderr, error } = spawnSync(program, [...args, join(here, "measure.mjs"), ...command], { cwd: here, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${command.join(" ")}: ${error ?? stderr}`);
  return JSON.parse(stdout);
}

/** The bytes that a program loads to use a package, and their size by Brotli. */
function size(name) {
  const root = realpathSync(join(here, "node_modules", name));
  const parts = {
    // The module of `import`, and what it imports.
    "robots-exclusion": ["dist/index.js", "dist/core.js"],
    "robots-parser": ["index.js", "Robots.js"],
    "robots-txt-guard": ["lib/guard.js", "lib/patterns.js"],
  }[name].map((path) => join(root, path));
  const bytes = Buffer.concat(parts.map((path) => readFileSync(path)));
  return [bytes.length, brotliCompressSync(bytes).length];
}

console.log("| | bytes to load | by Brotli |\n|---|---|---|");
for (const name of NAMES) console.log(`| ${name} | ${size(name).map((bytes) => bytes.toLocaleString("en")).join(" | ")} |`);

for (const [runtime, command] of Object.entries(RUNTIMES)) {
  if (!existsSync(command[0])) {
    console.log(`\n${runtime} is not installed: run npm ci --prefix tests`);
    continue;
  }
  const version = spawnSync(command[0], ["--version"], { encoding: "utf8" }).stdout.split("\n")[0].replace(/^deno | .*$/g, "");
  const { files, asked, used, rows, differences } = measure(command, "contest", folder);
  const starts = Object.fromEntries(NAMES.map((name) => [name, { clock: Infinity, processor: Infinity }]));
  for (let round = 0; round < STARTS; round++) {
    for (const name of NAMES) {
      const { clock, processor } = measure(command, "start", name);
      starts[name] = { clock: Math.min(clock, starts[name].clock), processor: Math.min(processor, starts[name].processor) };
    }
  }
  console.log(`\n${runtime} ${version}: ${files} files, ${asked} questions about them; ${used} answers used\n`);
  console.log("| | first answer, ms | parse, µs | parse and ask, µs | query, ns | wrongly open | wrongly closed | growth, MB |\n|---|---|---|---|---|---|---|---|");
  for (const { name, parsing, asking, querying, open, closed } of rows) {
    const start = starts[name] ? `${starts[name].clock.toFixed(1)} (processor ${starts[name].processor.toFixed(1)})` : "";
    const growth = starts[name] ? measure(command, "memory", name).toFixed(0) : "";
    console.log(`| ${name} | ${start} | ${parsing.toFixed(1)} | ${asking.toFixed(1)} | ${(querying * 1000).toFixed(0)} | ${open} | ${closed} | ${growth} |`);
  }
  const { megabytes, making, asking } = measure(command, "million");
  console.log(`\nA million matchers of 10,000 files take ${megabytes.toFixed(0)} MB, and ${making.toFixed(1)} µs each to compile. Asked at random, ${asking.toFixed(1)} µs a question.`);
  if (runtime === "Node") for (const [text, count] of differences) console.log(`${count} answers of robots-exclusion differ from Google's: ${text}`);
}
