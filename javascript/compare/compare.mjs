// This package beside others: size, start, time, memory and wrong answers, in Node, Deno and Bun.
//
//     npm run build && npm ci --prefix tests && npm ci --prefix compare && npm run --prefix compare compare -- FOLDER
//
// FOLDER contains robots.txt files. Rounds are interleaved, and the least CPU time of each counts, because other programs affect a
// round but never speed it up. Starts have a median, too, because a program starts only once. Answers are compared with the Google dialect, which is Google's own parser bit for bit, so a difference
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
const STARTS = 40;

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

/** The least and the median of some numbers. */
function spread(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  return `${sorted[0].toFixed(1)}, ${sorted[Math.floor(sorted.length / 2)].toFixed(1)}`;
}

/** The bytes that a program loads to use a package, and their size by Brotli. */
function size(name) {
  const root = realpathSync(join(here, "node_modules", name));
  const parts = {
    // The module of `import`, and what it imports. Node loads `core.wasm` instead of the text of `index.js`.
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
  const starts = Object.fromEntries(NAMES.map((name) => [name, { clock: [], processor: [] }]));
  for (let round = 0; round < STARTS; round++) {
    for (const name of NAMES) {
      const { clock, processor } = measure(command, "start", name);
      starts[name].clock.push(clock);
      starts[name].processor.push(processor);
    }
  }
  const loop = measure(command, "memory", "nothing");
  console.log(`\n${runtime} ${version}: ${files} files, ${asked} questions about them; ${used} answers used\n`);
  console.log("| | first answer, ms: least and median | parse, µs | parse and ask, µs | query, ns | of a new URL, ns | wrongly open | wrongly closed | growth, MB | over an empty loop |\n|---|---|---|---|---|---|---|---|---|---|");
  for (const { name, parsing, asking, querying, queryingNew, open, closed } of rows) {
    const start = starts[name] ? `${spread(starts[name].clock)} (processor ${spread(starts[name].processor)})` : "";
    const growth = starts[name] ? measure(command, "memory", name) : Number.NaN;
    const memory = starts[name] ? `${growth.toFixed(0)} | ${(growth - loop).toFixed(0)}` : " | ";
    console.log(`| ${name} | ${start} | ${parsing.toFixed(1)} | ${asking.toFixed(1)} | ${(querying * 1000).toFixed(0)} | ${(queryingNew * 1000).toFixed(0)} | ${open} | ${closed} | ${memory} |`);
  }
  const { megabytes, making, asking } = measure(command, "million");
  console.log(`\nA million matchers of 10,000 files take ${megabytes.toFixed(0)} MB, and ${making.toFixed(1)} µs each to compile. Asked at random, ${asking.toFixed(1)} µs a question.`);
  if (runtime === "Node") for (const [text, count] of differences) console.log(`${count} answers of robots-exclusion differ from Google's: ${text}`);
}
