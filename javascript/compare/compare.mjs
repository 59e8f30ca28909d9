// This package beside others, in one process: time, wrong answers and memory.
//
//     npm run build && npm ci --prefix compare && npm run --prefix compare compare -- FOLDER
//
// FOLDER contains robots.txt files. Rounds are interleaved, and the least processor time of each counts, because
// other programs disturb a round but never speed it up. Answers are compared with the Google dialect, which is Google's
// own parser bit for bit, so that a difference of the others is theirs.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Robots } from "robots-exclusion";
import robotsParser from "robots-parser";
import guard from "robots-txt-guard";

const folder = process.argv[2];
if (!folder) {
  console.error("usage: npm run compare -- FOLDER, with robots.txt files");
  process.exit(2);
}
const ROUNDS = 9;
const SITE = "https://www.example.com";
const AGENTS = ["MyBot", "Googlebot", "bingbot", "Googlebot-Image", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"];
const URLS = [
  "/", "/a/b", "/search?q=1", "/private/x.html", "/wp-admin/admin-ajax.php", "/images/a.gif?x=2", "/en/products/some-category/item-12345.html",
  "/admin/", "/cart", "/user/login",
].map((path) => SITE + path);

const files = readdirSync(folder).map((name) => readFileSync(join(folder, name))).filter((bytes) => bytes.length <= 500_000);
const texts = files.map((bytes) => bytes.toString("utf8"));

/** Reads groups and rules for robots-txt-guard, whose own parser is a stream. */
function groups(text) {
  const found = [];
  let open = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const [, field = "", value = ""] = /^\s*([^:#]*?)\s*:\s*([^#]*?)\s*(?:#.*)?$/.exec(line) ?? [];
    const name = field.toLowerCase();
    if (name === "user-agent") {
      if (!open) found.push({ agents: [], rules: [] });
      found.at(-1).agents.push(value);
      open = true;
    } else if ((name === "allow" || name === "disallow") && found.length > 0) {
      if (value) found.at(-1).rules.push({ rule: name, path: value });
      open = false;
    }
  }
  return { groups: found };
}

const CONTESTANTS = {
  "robots-exclusion": { parse: (text) => Robots.parse(text), matcher: (robots) => robots.matcher("MyBot"), query: (matcher, url) => matcher.allowed(url), ask: (robots, agent, url) => robots.allowed(agent, url) },
  "robots-exclusion, bytes": { bytes: true, parse: (bytes) => Robots.parse(bytes), matcher: (robots) => robots.matcher("MyBot"), query: (matcher, url) => matcher.allowed(url), ask: (robots, agent, url) => robots.allowed(agent, url) },
  "robots-parser": { parse: (text) => robotsParser(`${SITE}/robots.txt`, text), matcher: (robots) => robots, query: (robots, url) => robots.isAllowed(url, "MyBot"), ask: (robots, agent, url) => robots.isAllowed(url, agent) },
  "robots-txt-guard": { parse: (text) => guard(groups(text)), matcher: (robots) => robots, query: (robots, url) => robots.isAllowed("MyBot", url.slice(SITE.length)), ask: (robots, agent, url) => robots.isAllowed(agent, url.slice(SITE.length)) },
};

/** Returns the processor time of a call in microseconds. */
function time(call) {
  const start = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

const rows = {};
for (const name of Object.keys(CONTESTANTS)) rows[name] = { parse: Infinity, "parse and ask": Infinity, query: Infinity };
let kept = 0;
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, { bytes, parse, matcher, query, ask }] of Object.entries(CONTESTANTS)) {
    const inputs = bytes ? files : texts;
    const row = rows[name];
    const least = (key, value) => (row[key] = Math.min(row[key], value));
    least("parse", time(() => inputs.forEach((input) => parse(input))) / inputs.length);
    least("parse and ask", time(() => inputs.forEach((input) => (kept += ask(parse(input), "MyBot", URLS[4])))) / inputs.length);
    // As many as a crawler would have at hand.
    const matchers = inputs.slice(0, 500).map((input) => matcher(parse(input)));
    least("query", time(() => matchers.forEach((one) => URLS.forEach((url) => (kept += query(one, url))))) / matchers.length / URLS.length);
  }
}

// A URL is wrongly open if it is allowed although Google's parser disallows it.
const asked = files.length * AGENTS.length * URLS.length;
const wrong = Object.fromEntries(Object.keys(CONTESTANTS).map((name) => [name, { open: 0, closed: 0 }]));
for (const [place, bytes] of files.entries()) {
  const google = Robots.parse(bytes, { dialect: "google", byteLimit: null });
  const parsed = Object.entries(CONTESTANTS).map(([name, { bytes: isBytes, parse, ask }]) => [wrong[name], parse(isBytes ? bytes : texts[place]), ask]);
  for (const agent of AGENTS) {
    // That parser compares names whole, so it is asked by product token.
    const token = agent.startsWith("Mozilla") ? "Googlebot" : agent;
    const names = token === "Googlebot-Image" ? ["Googlebot-Image", "Googlebot"] : [token];
    const first = names.find((name) => google.verdict(name, "/").selection === "own") ?? token;
    const matcher = google.matcher(first);
    for (const url of URLS) {
      const expected = matcher.allowed(url);
      for (const [counts, robots, ask] of parsed) {
        const found = ask(robots, agent, url);
        if (found === expected) continue;
        counts[found ? "open" : "closed"]++;
      }
    }
  }
}

console.log(`${files.length} files; ${asked} questions with ${AGENTS.length} names and ${URLS.length} URLs; Node ${process.version}; ${kept} answers used\n`);
console.log("| | parse, µs | parse and ask, µs | query, ns | wrongly open | wrongly closed |\n|---|---|---|---|---|---|");
for (const [name, row] of Object.entries(rows)) {
  const { open, closed } = wrong[name];
  console.log(`| ${name} | ${row.parse.toFixed(1)} | ${row["parse and ask"].toFixed(1)} | ${(row.query * 1000).toFixed(0)} | ${open} | ${closed} |`);
}
