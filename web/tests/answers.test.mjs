// The page has the same answers as the library, checked through its worker for 300 files.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { files } from "./files.mjs";
import { browse, dist, openPage, serve, web } from "./harness.mjs";

const FILES = 300;
const TOKENS = ["Googlebot", "Googlebot-Image", "bingbot", "GPTBot", "AdsBot-Google", "Applebot", "MyBot", "MJ12bot"];
const URLS = [
  "/", "/a", "/a/b?x=1", "https://example.org/b/../a", "/x.php", "/caf\u00e9", "/%61", "//a/b", "private", "/robots.txt", "/search?q=%2F", "https://example.org",
];

let browser, server, page;
before(async () => {
  server = await serve();
  browser = await browse();
  page = await openPage(browser.context, server.url);
  const worker = readdirSync(join(dist, "assets")).find((name) => name.startsWith("worker-"));
  await page.evaluate((name) => {
    const worker = new Worker(new URL(`assets/${name}`, location.href), { type: "module" });
    const waiting = [];
    worker.onmessage = ({ data }) => waiting.shift()(data);
    globalThis.askWorker = (name, ...args) =>
      new Promise((resolve) => {
        waiting.push(resolve);
        worker.postMessage({ id: 0, name, args });
      }).then(({ answer, error }) => {
        if (error) throw new Error(error);
        return answer;
      });
  }, worker);
});
after(async () => {
  await browser.close();
  await server.close();
});

test(`verdicts, lines, mistakes and changes of ${FILES} files agree with the library`, async () => {
  const texts = files(FILES);
  assert.equal(texts.length, FILES);
  const program = spawnSync("cargo", ["run", "--quiet", "--locked", "--package", "robots-answers"], {
    cwd: dirname(web), input: JSON.stringify({ files: texts, tokens: TOKENS, urls: URLS }), encoding: "utf8", maxBuffer: 1 << 30,
  });
  assert.equal(program.status, 0, program.stderr);
  const expected = program.stdout.trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(expected.length, FILES);

  const counted = { verdicts: 0, blocked: 0, mistakes: 0, changes: 0 };
  for (const [place, text] of texts.entries()) {
    const next = texts[(place + 1) % FILES];
    const found = await page.evaluate(async ([text, next, tokens, urls]) => {
      const ask = globalThis.askWorker;
      const crawlers = await ask("crawlers");
      const verdicts = [];
      for (const token of tokens) verdicts.push(await Promise.all(urls.map((url) => ask("explain", text, token, url))));
      const matrix = await ask("matrix", text, tokens, urls);
      const columns = await ask("columns", text, tokens, urls);
      const known = new Map(crawlers.map(({ token }, row) => [token, row]));
      const rows = tokens.map((token, row) => matrix.rows[known.get(token) ?? crawlers.length + row].cells);
      return { verdicts, rows, columns, mistakes: await ask("lint", text), comparison: await ask("diff", text, next) };
    }, [text, next, TOKENS, URLS]);

    const shown = JSON.stringify(text.slice(0, 2000));
    const { verdicts, mistakes, changes } = expected[place];
    assert.deepEqual(found.verdicts.map((row) => row.map(({ allowed, line, sentence }) => [allowed, line, sentence])), verdicts, shown);
    assert.deepEqual(found.rows.map((cells) => cells.toLowerCase()), verdicts.map((row) => row.map(([allowed]) => (allowed ? "a" : "b")).join("")), shown);
    assert.deepEqual(found.columns, found.rows, shown);
    // Capital letters mark differences between the dialects.
    const differs = found.verdicts.map((row) => row.map(({ allowed, other }) => allowed !== other.allowed));
    assert.deepEqual(found.rows.map((cells) => [...cells].map((letter) => letter < "a")), differs, shown);
    assert.deepEqual(found.mistakes.found.map(({ places, code, message, edits }) => [places[0].line, code, message, edits.map(({ text, safe }) => [text, safe])]), mistakes, shown);
    const flat = found.comparison.changed.flatMap(({ agents, changes }) => agents.flatMap((agent) => changes.map(({ change, url, before, after }) => [agent, change === "allowed", url, [before.line, after.line]])));
    const sorted = (list) => list.map((item) => JSON.stringify(item)).sort();
    assert.deepEqual(sorted(flat), sorted(changes), shown);

    counted.verdicts += verdicts.flat().length;
    counted.blocked += verdicts.flat().filter(([allowed]) => !allowed).length;
    counted.mistakes += mistakes.length;
    counted.changes += changes.length;
  }
  console.log(counted);
  // The test would be meaningless if the files were empty.
  assert.ok(counted.blocked > 200 && counted.mistakes > 200 && counted.changes > 200, JSON.stringify(counted));
});

test("the form writes the same files as `robots init`", async () => {
  const init = (...args) => {
    const program = spawnSync("cargo", ["run", "--quiet", "--locked", "--package", "robots-cli", "--", "init", ...args], { cwd: dirname(web), encoding: "utf8" });
    assert.equal(program.status, 0, program.stderr);
    return program.stdout;
  };
  const shows = (expected) => page.waitForFunction((expected) => document.querySelector("#preview").textContent === expected, expected);
  await page.locator("#tab-create").click();
  for (const [preset, ...args] of [
    ["No AI training", "--disallow", "ai-training"],
    ["No AI at all", "--disallow", "ai,ai-training,ai-input"],
    ["Allow everything"],
  ]) {
    await page.getByLabel(preset).check();
    await shows(init(...args));
  }
  const boxes = page.locator('#create input[type="checkbox"]:not([value="*"])');
  const purposes = await boxes.evaluateAll((boxes) => boxes.map(({ value }) => value));
  assert.ok(purposes.length > 10);
  for (const purpose of purposes) {
    const box = page.locator(`#create input[value="${purpose}"]`);
    await box.check();
    await shows(init("--disallow", purpose));
    await box.uncheck();
  }
  await page.locator('#create input[value="seo"]').check();
  await page.locator('#create input[value="feed"]').check();
  await page.fill("#sitemap", "https://a.example/s.xml");
  await shows(init("--disallow", "seo,feed", "--sitemap", "https://a.example/s.xml"));
});
