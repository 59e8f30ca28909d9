// The files to test: from the folder that ROBOTS_CORPUS names, or generated ones.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns a random number generator that gives the same numbers in every run. */
export function random(seed) {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state ^ (state >>> 15), state | 1) + 0x6d2b79f5) >>> 0;
    return ((state ^ (state >>> 14)) >>> 0) % limit;
  };
}

const FIELDS = ["User-agent", "user-agent", "Disallow", "Disallow", "disallow", "Allow", "Sitemap", "Crawl-delay", "Dissallow", "Noindex", "Content-Signal"];
const AGENTS = ["*", "Googlebot", "googlebot-image", "GPTBot", "ClaudeBot", "MyBot", "bingbot", "AdsBot-Google", "Applebot", "* ", "MJ12bot/1.4", ""];
const PATTERNS = ["/", "", "/a", "/a/", "/*.php$", "/b*c", "/a/b", "/%61", "/é", "/a?x=", "*", "a", "/a#b", "/b$", "/*?*s=", "/a b", "/a%2Fb", "/robots.txt", "/index.html", "/\u{1F600}"];

function generated(seed) {
  const next = random(seed);
  const pick = (list) => list[next(list.length)];
  const end = pick(["\n", "\n", "\n", "\r\n", "\r"]);
  const lines = Array.from({ length: 2 + next(30) }, () => {
    const field = pick(FIELDS);
    if (next(12) === 0) return pick(["", "# comment \u{1F600}", "Disallow /x", "\ufeff", "<html>", "\u0000\u0001", "::", "Disallow: /a Disallow: /b"]);
    const value = /agent/i.test(field) ? pick(AGENTS) : field === "Sitemap" ? pick(["https://e.org/s.xml", "/s.xml"]) : field === "Crawl-delay" ? pick(["1", "x"]) : pick(PATTERNS);
    return `${field}${pick([": ", ":", " : "])}${value}${pick(["", "", "", " # why"])}`;
  });
  return lines.join(end);
}

/** Returns `count` files as text. */
export function files(count) {
  const folder = process.env.ROBOTS_CORPUS;
  if (!folder) return Array.from({ length: count }, (_, seed) => generated(seed + 1));
  const names = readdirSync(folder).sort();
  const step = Math.max(1, Math.floor(names.length / count));
  return names
    .filter((_, place) => place % step === 0)
    .slice(0, count)
    .map((name) => readFileSync(join(folder, name), "utf8"));
}
