// Answers are those of the library on every file: of `ROBOTS_CORPUS`, or of the cases below if there is none.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Robots } from "robots-exclusion";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const AGENTS = ["MyBot", "*", "Googlebot-Image", "bingbot/2.0", "GPTBot", "Mozilla/5.0 (compatible; AhrefsBot/7.0)", ""];
const URLS = [
  "/", "/a/b?x=1", "https://example.org/b/../wp-admin/", "/x.php", "/caf\u00e9", "/%61dmin", "//a/b", "private", "/robots.txt", "/search?q=%2F",
  "https://example.org", "http://münchen.de/./wp-admin/x", "http://xn--mnchen-3ya.de/a/%2e%2e/search", "http://a b/../search", "http://[::1]:80/search?x",
  "HTTP:\\\\example.org\\search\\..\\admin", "http://user:pass@h/a", "ftp://h/c:/../search", "http://h/c:/../search", "mailto:a@b", "http://m%C3%BCnchen.de/a/../search", "\thttp://h/se\narch ",
  "http://1.2.3/../search", "http://0x/../search", "http://a.b:99999/x/../search", "http://xn--a/x/../search", "http://ex\u00adample.org/x/../search", "ws://h/x/./search?#y",
];
const SMALL = ["", "user-agent: *\ndisallow: /search\nallow: /search?\ndisallow: /*.php$\n", "user-agent: *\nuser-agent: googlebot\ndisallow: /wp-admin/\ndisallow: /caf%C3%A9\nuser-agent: bingbot\ndisallow: /admin\nallow: /a*b$"];

function files() {
  const folder = process.env.ROBOTS_CORPUS;
  if (!folder) {
    console.log("SKIPPED: ROBOTS_CORPUS is not set, so only a few files are compared");
    return SMALL.map((text) => Buffer.from(text));
  }
  return readdirSync(folder).map((name) => readFileSync(join(folder, name)));
}

test("verdicts and lines agree with the library, in both dialects", { skip: spawnSync("cargo", ["--version"]).status !== 0 && !process.env.CI && "SKIPPED: there is no Rust" }, () => {
  const all = files();
  const input = JSON.stringify({ texts: all.map((bytes) => bytes.toString("base64")), agents: AGENTS, urls: URLS });
  const { status, stdout, stderr } = spawnSync("cargo", ["run", "--quiet", "--locked", "--package", "robots-answers", "--bin", "verdicts"], { cwd: root, input, encoding: "utf8", maxBuffer: 1 << 30 });
  assert.equal(status, 0, stderr);
  const expected = stdout.trim().split("\n");
  assert.equal(expected.length, all.length);
  let count = 0;
  for (const [place, bytes] of all.entries()) {
    const found = ["standard", "google"].flatMap((dialect) => {
      const robots = Robots.parse(bytes, { dialect });
      return AGENTS.flatMap((agent) => {
        const matcher = robots.matcher(agent);
        return URLS.map((url) => {
          const { allowed, line } = matcher.verdict(url);
          assert.equal(matcher.allowed(url), allowed);
          return line === undefined ? (allowed ? "a" : "b") : `${allowed ? "a" : "b"}${line}`;
        });
      });
    }).join(" ");
    count += found.split(" ").length;
    if (found !== expected[place]) {
      const [ours, theirs] = [found.split(" "), expected[place].split(" ")];
      const at = ours.findIndex((answer, index) => answer !== theirs[index]);
      const [agent, url] = [AGENTS[Math.floor(at / URLS.length) % AGENTS.length], URLS[at % URLS.length]];
      assert.fail(`${ours[at]} instead of ${theirs[at]} for ${agent} and ${url} in ${JSON.stringify(bytes.toString().slice(0, 500))}`);
    }
  }
  console.log(`${count} verdicts of ${all.length} files agree`);
});
