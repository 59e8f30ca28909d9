// The examples of the README give the answers in their comments, and its sizes are true.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { Robots } from "robots-exclusion";
import { CachedRobots, FetchOutcome } from "robots-exclusion/crawl";

const root = fileURLToPath(new URL("..", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");

test("the first example", () => {
  const [, code] = /```js\nimport \{ Robots \} from "robots-exclusion";\n([\s\S]*?)```/.exec(readme);
  const lines = code.split("\n").filter(Boolean);
  const setup = lines.filter((line) => /^const /.test(line)).map((line) => line.replace(/;.*/, ";")).join("\n");
  let count = 0;
  for (const line of lines) {
    const [, question, expected] = /^(\w+\..*?); \/\/ (.*)$/.exec(line) ?? [];
    if (!question) continue;
    const found = new Function("Robots", `${setup}\nreturn ${question};`)(Robots);
    assert.deepEqual(found, JSON.parse(expected), line);
    count++;
  }
  assert.equal(count, 4);
});

test("the example with a cached file", () => {
  const [, code] = /import \{ CachedRobots, FetchOutcome \}.*\n([\s\S]*?)```/.exec(readme);
  const questions = [];
  const asked = code.replace(/^(.*\.allowed\(.*\)); \/\/ (true|false).*$/gm, (_, question, expected) => {
    questions.push(expected === "true");
    return `found.push(${question});`;
  });
  const { found, refresh, minutes } = new Function("CachedRobots", "FetchOutcome", `const found = [];${asked}; return { found, refresh, minutes: (dueAt - Date.now()) / 60_000 };`)(CachedRobots, FetchOutcome);
  assert.deepEqual(found, questions);
  assert.equal(found.length, 2);
  assert.equal(refresh, "fresh-until");
  assert.ok(Math.abs(minutes - 10) < 0.5);
});

// The limits of the design: 65 KB for files and matchers, 400 KB for tools.
test("sizes", { skip: !existsSync(join(root, "dist", "core.wasm")) }, () => {
  const LIMITS = { core: 65_000, crawl: 160_000, tools: 400_000 };
  for (const [name, limit] of Object.entries(LIMITS)) {
    const bytes = readFileSync(join(root, "dist", `${name}.wasm`));
    // A fast build is not optimised for size.
    if (bytes.length > 3 * limit * 1.5) continue;
    const compressed = brotliCompressSync(bytes).length;
    assert.ok(compressed <= limit, `${name}: ${compressed}`);
    const [, raw, brotli] = new RegExp(`\`${name}\\.wasm\`[^|]*\\| ([\\d,]+) \\| ([\\d,]+) \\|`).exec(readme);
    for (const [written, found] of [[raw, bytes.length], [brotli, compressed]]) {
      const ratio = Number(written.replaceAll(",", "")) / found;
      assert.ok(ratio > 0.9 && ratio < 1.1, `${name}: ${written}, and it is ${found}`);
    }
  }
});
