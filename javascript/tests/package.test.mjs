// The package in Node, by `import` and by `require`. Its answers are the library's: see also answers.test.mjs.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { Matcher, Robots, Scope, init, robotsTxtUrl } from "robots-exclusion";
import * as tools from "robots-exclusion/tools";
import { fix, lint, preset, products } from "robots-exclusion/tools";

const TEXT = "User-agent: *\nDisallow: /private/\nCrawl-delay: 2.5\n\nSitemap: https://a.example/s.xml\n";

test("a file is asked by name and by matcher", () => {
  const robots = Robots.parse(TEXT);
  assert.equal(robots.allowed("MyBot/1.0", "https://example.com/private/x"), false);
  assert.equal(robots.allowed("MyBot/1.0", new URL("https://example.com/")), true);
  const matcher = robots.matcher("MyBot");
  assert.ok(matcher instanceof Matcher);
  assert.equal(matcher.allowed("/public"), true);
  assert.deepEqual([...matcher.allowedMany(["/", "/private/", new URL("http://a/private/b")])], [1, 0, 0]);
  assert.deepEqual(robots.sitemaps, ["https://a.example/s.xml"]);
  assert.equal(matcher.crawlDelay, 2.5);
  assert.equal(matcher.delay(1), 1);
  assert.equal(Robots.parse("").matcher("a").crawlDelay, undefined);
});

test("a verdict says why", () => {
  assert.deepEqual(Robots.parse(TEXT).verdict("MyBot", "/private/x"), {
    allowed: false, line: 2, reason: "rule", rule: { kind: "disallow", pattern: "/private/", line: 2 }, selection: "wildcard", group: "*",
    isIncompleteUrl: false, text: "disallowed by line 2: Disallow: /private/",
  });
  const verdict = Robots.parse("").matcher("MyBot").verdict("x");
  assert.deepEqual([verdict.line, verdict.reason, verdict.isIncompleteUrl], [undefined, "no-group", true]);
});

test("options select the dialect, the limit and the fallback", () => {
  assert.equal(Robots.parse("useragent: a\ndisallow: /", { dialect: "google" }).allowed("a", "/"), false);
  assert.equal(Robots.parse("useragent: a\ndisallow: /").allowed("a", "/"), true);
  const long = `user-agent: *\n${"#".repeat(600_000)}\ndisallow: /`;
  for (const [byteLimit, allowed, cut] of [[undefined, true, true], [null, false, false], [Infinity, false, false], [20, true, true], [0, true, true]]) {
    const robots = Robots.parse(long, { byteLimit });
    assert.deepEqual([robots.allowed("a", "/"), robots.isTruncated], [allowed, cut], String(byteLimit));
  }
  const image = "user-agent: *\ndisallow: /\nuser-agent: googlebot\nallow: /";
  assert.equal(Robots.parse(image).allowed("Googlebot-Image", "/"), true);
  assert.equal(Robots.parse(image, { agentFallback: false }).allowed("Googlebot-Image", "/"), false);
  assert.equal(Robots.parse(image).matcher(["x", "googlebot"]).allowed("/"), true);
});

test("a limit counts bytes exactly, also of text that is not ASCII", () => {
  const text = "user-agent: *\ndisallow: /é€😀\n";
  const bytes = new TextEncoder().encode(text);
  for (let byteLimit = 0; byteLimit <= bytes.length + 2; byteLimit++) {
    const [string, array, cut] = [Robots.parse(text, { byteLimit }), Robots.parse(bytes, { byteLimit }), Robots.parse(bytes.slice(0, byteLimit + 1), { byteLimit })];
    assert.equal(string.isTruncated, byteLimit < bytes.length);
    assert.equal(array.isTruncated, byteLimit < bytes.length);
    for (const url of ["/é€😀", "/"]) {
      assert.equal(string.allowed("a", url), array.allowed("a", url));
      assert.equal(cut.allowed("a", url), array.allowed("a", url), `${byteLimit}`);
    }
  }
});

test("international hosts are read as the platform reads them", () => {
  const robots = Robots.parse("user-agent: *\ndisallow: /private/");
  for (const url of [
    "http://münchen.de/a/../private/x", "http://münchen.de/./private/x", "http://münchen.de\\private\\x", "http://mün\nchen.de/private/x",
    "http://xn--mnchen-3ya.de/%2e/private/x", "http://m%C3%BCnchen.de/%2E%2e/private/x", "http://中国。cn/a/..//../private/",
  ]) {
    assert.equal(robots.allowed("a", url), false, url);
  }
  assert.equal(robotsTxtUrl("http://MÜNCHEN.de:80/a?b#c"), "http://xn--mnchen-3ya.de/robots.txt");
  const scope = Scope.ofRobotsTxt("http://www.müller.eu/robots.txt");
  assert.deepEqual([scope.covers("http://www.xn--mller-kva.eu:80/any"), scope.covers("https://www.müller.eu/"), scope.port, `${scope}`], [true, false, 80, "http://www.xn--mller-kva.eu"]);
  assert.throws(() => robotsTxtUrl("mailto:a@b.example"), new TypeError("the URL has no host"));
  assert.throws(() => robotsTxtUrl("/page"), new TypeError("not an absolute URL"));
  assert.throws(() => Scope.ofRobotsTxt("https://a.example/x"), TypeError);
});

test("import and require give the same objects", () => {
  const require = createRequire(import.meta.url);
  assert.equal(require("robots-exclusion").Robots, Robots);
  assert.equal(require("robots-exclusion/tools").lint, lint);
});

test("importing the package loads two files", () => {
  const files = new Set();
  const add = (url) => {
    if (files.has(url.href)) return;
    files.add(url.href);
    for (const [, path] of readFileSync(url, "utf8").matchAll(/^(?:import|export)\b[^"'\n]*["'](\.[^"'\n]*)["'];/gm)) add(new URL(path, url));
  };
  add(new URL(import.meta.resolve("robots-exclusion")));
  assert.deepEqual([...files].map((url) => url.split("/").at(-1)).sort(), ["core.js", "from-file.js"]);
});

test("tools find mistakes and mend them", () => {
  assert.deepEqual(lint("user-agent: a\ndissallow: /x\n").found.map(({ code }) => code).sort(), ["field-typo", "group-without-rules"]);
  assert.equal(fix("user-agent: a\nsitemap https://a.example/\ndisallow: /x\n").includes("sitemap:"), true);
});

test("tools know products and write files", () => {
  const { text, ignored, leftOpen } = preset({ disallow: ["ai", "GTPBot"], closed: ["/drafts/"], signals: ["ai-train=no"] });
  const robots = Robots.parse(text);
  assert.deepEqual([robots.allowed("GPTBot", "/"), robots.allowed("MyBot", "/"), robots.allowed("MyBot", "/drafts/x")], [false, true, false]);
  assert.deepEqual([ignored, leftOpen.some(({ token }) => token === "Googlebot")], [["GTPBot"], true]);
  const chat = products(text).find(({ name }) => name === "ChatGPT");
  assert.equal(chat.doors.find(({ door }) => door === "training").state, "disallowed");
});

test("init comes first, and needs a module", () => {
  Robots.parse("");
  const empty = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
  assert.throws(() => init(empty), /has been started already/);
  assert.throws(() => init({}), TypeError);
  // In a program of its own, because all entries share what is in WebAssembly.
  const slim = 'import { Robots } from "robots-exclusion/slim"; try { Robots.parse(""); } catch (error) { console.log(error.message); }';
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", slim], { encoding: "utf8", cwd: import.meta.dirname });
  assert.match(stdout, /call init first/);
});

test("wrong arguments are errors, never answers", () => {
  const robots = Robots.parse("user-agent: *\ndisallow: /");
  const matcher = robots.matcher("a");
  for (const wrong of [undefined, null, 1, {}, [], Symbol("x"), { href: 1 }]) {
    assert.throws(() => Robots.parse(wrong), TypeError);
    assert.throws(() => robots.allowed("a", wrong), TypeError);
    assert.throws(() => matcher.allowed(wrong), TypeError);
    if (!Array.isArray(wrong)) assert.throws(() => robots.matcher(wrong), TypeError);
    assert.throws(() => robots.allowed(wrong, "/"), TypeError);
  }
  for (const byteLimit of [-1, 1.5, NaN, "5", {}]) assert.throws(() => Robots.parse("", { byteLimit }), RangeError);
  assert.throws(() => Robots.parse("", { dialect: "Google" }), /unknown dialect "Google"/);
  assert.throws(() => Robots.parse("", { agentFallback: 0 }), TypeError);
  assert.throws(() => matcher.delay(-1), RangeError);
  assert.throws(() => new Robots("x"), TypeError);
});

test("wrong arguments of the tools are errors, too", () => {
  for (const wrong of [undefined, null, 1, {}, new Uint8Array(3), Symbol("x")]) {
    for (const [name, ask] of Object.entries({
      lint: () => tools.lint(wrong), fix: () => tools.fix(wrong), matrix: () => tools.matrix(wrong, [], []), tokens: () => tools.matrix("", wrong, []),
      urls: () => tools.matrix("", [], [wrong]), explain: () => tools.explain("", "a", wrong), diff: () => tools.diff("", wrong), columns: () => tools.columns("", [wrong], []),
      products: () => tools.products(wrong), pages: () => tools.pages(wrong), robotsTxt: () => tools.robotsTxt(wrong), preset: () => tools.preset({ disallow: wrong ?? [wrong] }),
    })) {
      assert.throws(ask, (error) => error instanceof TypeError && /^the |must be/.test(error.message), name);
    }
  }
  // A string is no list of its letters, and a misspelt name does not open the site.
  assert.throws(() => tools.matrix("", "GPTBot", ["/"]), new TypeError("the tokens must be an array of strings"));
  for (const wrong of [undefined, null, [], "ai"]) assert.throws(() => preset(wrong), TypeError);
  assert.throws(() => preset({ disalow: ["ai"] }), new TypeError("unknown part of a preset: disalow"));
  assert.equal(preset({ disallow: undefined }).ignored.length, 0);
});

test("hostile input", () => {
  // 40 MB, as text and as bytes.
  const long = "Disallow: /é\n".repeat(3_200_000);
  assert.equal(Robots.parse(`user-agent: *\n${long}disallow: /end`, { byteLimit: null }).allowed("a", "/end"), false);
  assert.equal(Robots.parse(new TextEncoder().encode(`user-agent: *\n${long}`)).isTruncated, true);
  // Lone surrogates are U+FFFD everywhere.
  const robots = Robots.parse("user-agent: a\ud800\ndisallow: /\udc00x");
  assert.equal(robots.allowed("a", "/\ufffdx"), false);
  assert.equal(robots.allowed("a", "/\udc00x"), false);
  assert.equal(robots.matcher("a\udfff").allowed("/\ufffdx"), false);
  // Bytes may change or go away after parsing, and detached ones are refused.
  const bytes = new TextEncoder().encode("user-agent: *\ndisallow: /");
  const kept = Robots.parse(bytes);
  bytes.fill(0x20);
  assert.equal(kept.allowed("a", "/"), false);
  kept[Symbol.dispose]?.();
  assert.equal(kept.allowed("a", "/"), false);
  structuredClone(bytes, { transfer: [bytes.buffer] });
  assert.throws(() => Robots.parse(bytes), TypeError);
  // Proxies and objects that lie.
  assert.throws(() => Robots.parse(new Proxy(new Uint8Array(3), {})), TypeError);
  assert.throws(() => robots.allowed("a", new Proxy(new URL("http://a/"), {})), TypeError);
  assert.throws(() => robots.matcher({ *[Symbol.iterator]() { throw new TypeError("mine"); } }), /mine/);
  assert.throws(() => Robots.prototype.allowed.call({}, "a", "/"), TypeError);
  // A URL's getter may ask another file meanwhile.
  const url = { get href() { return Robots.parse("user-agent: *\nallow: /").matcher("b").allowed("/other") ? "/x" : "/"; } };
  assert.equal(Robots.parse("user-agent: *\ndisallow: /x").allowed("a", url), false);
  // A long URL moves the memory between name and URL.
  assert.equal(Robots.parse("user-agent: long\ndisallow: /").allowed("long", `/${"é".repeat(3_000_000)}`), false);
});

test("evicted files and matchers are compiled again", () => {
  const robots = Robots.parse("user-agent: a\ndisallow: /x");
  const matcher = robots.matcher("a");
  for (let round = 0; round < 40; round++) Robots.parse("#".repeat(500_000));
  assert.equal(matcher.allowed("/x"), false);
  assert.equal(robots.allowed("a", "/x"), false);
  assert.equal(matcher.verdict("/x").line, 2);
});

test("50,000 files in a loop take less than 64 MB", () => {
  const program = `
    import { Robots } from "robots-exclusion";
    const rules = Array.from({ length: 200 }, (_, number) => "Disallow: /folder-" + number + "/*.php$").join("\\n");
    let blocked = 0, highest = 0;
    const start = process.memoryUsage.rss();
    const matchers = [];
    for (let round = 0; round < 50000; round++) {
      const matcher = Robots.parse("User-agent: *\\n" + rules + "\\nDisallow: /x" + round).matcher("MyBot");
      if (!matcher.allowed("/x" + round)) blocked++;
      if (round % 1000 !== 0) continue;
      matchers.push([matcher, "/x" + round]);
      highest = Math.max(highest, process.memoryUsage.rss());
    }
    if (!matchers.every(([matcher, url]) => !matcher.allowed(url))) throw new Error("a matcher forgot its rules");
    console.log(JSON.stringify({ blocked, start: start >> 20, highest: highest >> 20 }));
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8", cwd: import.meta.dirname });
  const { blocked, start, highest } = JSON.parse(stdout || JSON.stringify(stderr));
  console.log(`${start} MB before, at most ${highest} MB`);
  assert.equal(blocked, 50_000);
  assert.ok(highest - start < 64, `${highest - start} MB`);
});

test("files and matchers that are released at once take no memory", () => {
  const held = Robots.parse("user-agent: *\ndisallow: /x").matcher("a");
  const external = () => process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  const before = external();
  for (let round = 0; round < 300_000; round++) {
    const robots = Robots.parse("user-agent: *\ndisallow: /y");
    const matcher = robots.matcher("a");
    for (const one of [matcher, robots]) one[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  }
  assert.equal(held.allowed("/x"), false);
  const growth = external() - before;
  assert.ok(growth < 16 << 20, `${growth >> 20} MB`);
});

test("files and matchers of many crawlers are asked in turns", () => {
  const files = Array.from({ length: 5 }, (_, number) => Robots.parse(`user-agent: a\ndisallow: /x${number}\nuser-agent: b\ndisallow: /y${number}`));
  const matchers = ["a", "b"].map((agent) => files.map((file) => file.matcher(agent)));
  for (const [number, file] of files.entries()) {
    assert.equal(file.allowed("a", `/x${number}`), false);
    assert.equal(file.allowed("b", `/x${number}`), true);
    assert.equal(matchers[0][number].allowed(`/x${number}`), false);
    assert.equal(matchers[1][number].allowed(`/x${number}`), true);
    assert.equal(file.verdict("b", `/y${number}`).line, 4);
  }
});

test("100,000 matchers that are asked at random keep a bounded part in WebAssembly", () => {
  const files = Array.from({ length: 1000 }, (_, number) => Robots.parse(`User-agent: *\n${"Disallow: /folder\n".repeat(20)}Disallow: /x${number}-`));
  const before = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  const matchers = Array.from({ length: 100_000 }, (_, number) => files[number % 1000].matcher(`Bot${number}`));
  for (let round = 0; round < 20_000; round++) {
    const number = (round * 7919) % matchers.length;
    assert.equal(matchers[number].allowed(`/x${number % 1000}-`), false);
  }
  const growth = process.memoryUsage().arrayBuffers + process.memoryUsage().external - before;
  assert.ok(growth < 32 << 20, `${growth >> 20} MB`);
});

test("a million queries need no more memory", () => {
  const matcher = Robots.parse("user-agent: *\ndisallow: /*/private/").matcher("a");
  let blocked = 0;
  const before = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  for (let round = 0; round < 1_000_000; round++) if (!matcher.allowed(round % 2 ? "https://a.example/x/private/y" : "/public")) blocked++;
  assert.equal(blocked, 500_000);
  const after = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  assert.ok(after - before < 1 << 20, `${before} to ${after}`);
});
