// Answers questions with other packages: reads JSON lines with `robots`, `agent` and `url` from standard input, and writes
// for each package a line with its name, its version and its answers: `+` allowed, `-` disallowed, `!` an error or no answer.
// `python/compare/conformance.py` calls this.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Readable } from "node:stream";

const require = createRequire(import.meta.url);
const questions = readFileSync(0, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));

const target = (url) => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

const PACKAGES = {
  "robots-parser": (module) => ({ robots, agent, url }) => module(new URL("/robots.txt", url).href, robots).isAllowed(url, agent),
  "robots-txt-guard": (module) => async ({ robots, agent, url }) => {
    const parse = require("robots-txt-parse");
    return module(await parse(Readable.from([robots]))).isAllowed(agent, target(url));
  },
  robots: ({ RobotsParser }) => ({ robots, agent, url }) => {
    const parser = new RobotsParser();
    parser.parse(robots.split(/\r\n|\r|\n/));
    return parser.canFetchSync(agent, target(url));
  },
  "robots-txt-parser": (module) => ({ robots, agent, url }) => {
    const parser = module({ userAgent: agent, allowOnNeutral: true });
    parser.parseRobots(url, robots);
    return parser.canCrawlSync(url);
  },
};

for (const [name, open] of Object.entries(PACKAGES)) {
  let ask;
  let version;
  try {
    ask = open(require(name));
    ({ version } = require(`${name}/package.json`));
  } catch {
    continue;
  }
  let answers = "";
  for (const question of questions) {
    try {
      // One never ends for some files.
      const answer = await Promise.race([ask(question), new Promise((resolve) => setTimeout(resolve, 1000).unref())]);
      answers += answer === true ? "+" : answer === false ? "-" : "!";
    } catch {
      answers += "!";
    }
  }
  console.log(`${name}\t${version}\t${answers}`);
}
