// The drop-in for robots-parser: what both packages answer alike, and the documented differences.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import robotsParser, { RobotsParser } from "robots-exclusion/robots-parser";

const SITE = "https://www.example.com";
const ask = (text, agent, path, site = SITE) => robotsParser(`${SITE}/robots.txt`, text).isAllowed(`${site}${path}`, agent);

test("require gives the function, as robots-parser does", () => {
  const parser = createRequire(import.meta.url)("robots-exclusion/robots-parser");
  assert.equal(parser, robotsParser);
  assert.equal(parser.default, parser);
  assert.ok(parser("", "") instanceof RobotsParser);
});

test("rules, wildcards and precedence", () => {
  const text = "User-agent: *\nDisallow: /fish/\nDisallow: /*.php$\nAllow: /fish/ok\nUser-agent: b\nDisallow: /";
  for (const [agent, path, allowed, line] of [
    ["a", "/fish/x", false, 2], ["a", "/fish/ok", true, 4], ["a", "/x.php", false, 3], ["a", "/x.php?y", true, -1], ["b/2.0", "/x", false, 6],
    [undefined, "/fish/", false, 2],
  ]) {
    const parser = robotsParser(`${SITE}/robots.txt`, text);
    assert.equal(parser.isAllowed(SITE + path, agent), allowed);
    assert.equal(parser.isDisallowed(SITE + path, agent), !allowed);
    assert.equal(parser.getMatchingLineNumber(SITE + path, agent), line);
  }
});

test("URLs out of scope are undefined", () => {
  const text = "User-agent: *\nDisallow: /x";
  for (const site of ["http://www.example.com", "https://www.example.com:8080", "https://example.com", "mailto:a"]) assert.equal(ask(text, "a", "/", site), undefined);
  assert.equal(ask(text, "a", "/", "https://www.example.com:443"), true);
  const parser = robotsParser(`${SITE}/robots.txt`, text);
  assert.equal(parser.isDisallowed("https://other.example/", "a"), true);
  assert.equal(parser.getMatchingLineNumber("https://other.example/x", "a"), -1);
  assert.equal(parser.isAllowed("http://[", "a"), undefined);
  assert.equal(robotsParser("http://[", text).isAllowed("/", "a"), undefined);
  // Both are relative.
  assert.equal(robotsParser("/robots.txt", text).isAllowed("/x", "a"), false);
  assert.equal(robotsParser("http://münich.com/robots.txt", text).isAllowed("http://xn--mnich-kva.com/x"), false);
});

test("delays, sitemaps and the preferred host", () => {
  const parser = robotsParser(`${SITE}/robots.txt`, "user-agent: a\ncrawl-delay: 1\nuser-agent: *\ncrawl-delay: 10\ndisallow: /\nhost: A.example\nsitemap: https://a.example/s\nHost: b.Example\n");
  assert.deepEqual([parser.getCrawlDelay("a"), parser.getCrawlDelay("x"), parser.getCrawlDelay()], [1, 10, 10]);
  assert.deepEqual(parser.getSitemaps(), ["https://a.example/s"]);
  assert.equal(parser.getPreferredHost(), "b.example");
  assert.equal(robotsParser("", "").getPreferredHost(), null);
  assert.equal(robotsParser("", "").getCrawlDelay("a"), undefined);
});

test("an explicit rule is one of a group that names the crawler", () => {
  const parser = robotsParser(`${SITE}/robots.txt`, "user-agent: *\ndisallow: /\nuser-agent: a\ndisallow: /x");
  assert.equal(parser.isExplicitlyDisallowed(`${SITE}/x`, "a"), true);
  assert.equal(parser.isExplicitlyDisallowed(`${SITE}/y`, "a"), false);
  assert.equal(parser.isExplicitlyDisallowed(`${SITE}/y`, "b"), false);
});

// The README lists these with their reasons. robots-parser 3.0.1 answers the opposite.
test("differences", () => {
  const star = "\nUser-agent: *\nAllow: /";
  for (const [text, agent, path] of [
    [`User-agent: Googlebot\nDisallow: /${star}`, "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "/"],
    [`User-agent: a\nSitemap: https://a.example/s\nUser-agent: b\nDisallow: /${star}`, "a", "/"],
    ["User-agent: *\nDisallow: /admin", "a", "/%61dmin"],
    [`User-agent: googlebot\nDisallow: /${star}`, "Googlebot-Image", "/"],
    ["User-agent: *\nDisallow: /a\nAllow: /*", "a", "/abc"],
  ]) {
    assert.equal(ask(text, agent, path), false, `${agent}: ${text}`);
  }
  assert.equal(ask("User-agent: *\nDisallow: /", "a", "/robots.txt"), true);
  assert.equal(ask("User-agent: a\nDisallow: /", " a", "/"), true);
  assert.equal(robotsParser("", "User-agent: *\nCrawl-delay: 5\nCrawl-delay: 2\nCrawl-delay: -1").getCrawlDelay(), 5);
});
