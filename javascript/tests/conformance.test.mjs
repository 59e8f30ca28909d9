// The cases of `tests/conformance`, which every package of the project answers. The other runtimes answer them in runtimes.test.mjs.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as core from "robots-exclusion";
import * as crawl from "robots-exclusion/crawl";
import robotsParser from "robots-exclusion/robots-parser";
import { explain } from "robots-exclusion/tools";
import { cases } from "./cases.mjs";
import { conformance } from "./conformance.mjs";

test("cases are answered", () => {
  const { count, wrong } = conformance(cases(), { ...core, ...crawl });
  console.log(`${count} conformance cases`);
  assert.ok(count >= 1500);
  assert.deepEqual(wrong, []);
});

/** Checks all cases for one crawler's verdict on a text, without options, for which `answer` returns something. */
function check(answer, least) {
  let count = 0;
  const wrong = [];
  for (const item of cases()) {
    for (const dialect of ["standard", "google"].filter((dialect) => dialect in item)) {
      if (!("allowed" in item[dialect]) || !("robots" in item) || item.agents.length !== 1) continue;
      if (["status", "field", "byte_limit", "options"].some((key) => key in item)) continue;
      const found = answer(item, dialect);
      if (!found) continue;
      count += 1;
      const { allowed, line } = item[dialect];
      if (found.allowed !== allowed || found.line !== line) wrong.push(`${item.name} (${dialect}): ${JSON.stringify(found)}`);
    }
  }
  assert.deepEqual(wrong.slice(0, 20), []);
  assert.ok(count >= least, `only ${count}`);
}

test("the drop-in for robots-parser answers them", () =>
  check((item, dialect) => {
    // It asks about URLs as a browser spells them, and has no other dialect.
    if (dialect !== "standard" || !/^(\/(?!\/)|https?:\/\/[a-z.]+(\/|$))/.test(item.url) || /[\\\0-\x20]|\/\.|%2e/i.test(item.url)) return undefined;
    const url = item.url.startsWith("/") ? `https://example.com${item.url}` : item.url;
    const parser = robotsParser(new URL("/robots.txt", url), item.robots);
    const line = parser.getMatchingLineNumber(url, item.agents[0]);
    return { allowed: parser.isAllowed(url, item.agents[0]), line: line === -1 ? null : line };
  }, 2000));

test("the page's explanations answer them", () =>
  check((item, dialect) => {
    // The page asks for product tokens.
    if (!/^[A-Za-z_-]+$/.test(item.agents[0])) return undefined;
    const { other, ...own } = explain(item.robots, item.agents[0], item.url);
    return own.dialect === dialect ? own : other;
  }, 4000));
