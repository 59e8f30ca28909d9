// The cases of `tests/conformance`, which every package of the project answers.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { Robots, Scope, robotsTxtUrl } from "robots-exclusion";

const FOLDER = new URL("../../tests/conformance/", import.meta.url);

function answered(item, dialect) {
  if ("covers" in item[dialect]) return { covers: Scope.ofRobotsTxt(item.robots_url).covers(item.url) };
  if ("robots_url" in item[dialect]) return { robots_url: robotsTxtUrl(item.url) };
  // These need what a response is, the table of crawlers, or usage lines.
  if ("status" in item || "profile" in item || "field" in item) return undefined;
  const bytes = Buffer.from(item.robots_base64 ?? item.robots, "robots_base64" in item ? "base64" : "utf8");
  const robots = Robots.parse(bytes, { dialect, byteLimit: item.byte_limit ?? null, agentFallback: item.options?.agent_fallback ?? true });
  const matcher = robots.matcher(item.agents);
  const { allowed, line } = matcher.verdict(item.url);
  assert.equal(matcher.allowed(item.url), allowed, item.name);
  if (item.agents.length === 1) assert.equal(robots.allowed(item.agents[0], item.url), allowed, item.name);
  return { allowed, line: line ?? null };
}

test("cases are answered", () => {
  let count = 0;
  const wrong = [];
  for (const name of readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl"))) {
    for (const line of readFileSync(new URL(name, FOLDER), "utf8").split("\n").slice(0, -1)) {
      const item = JSON.parse(line);
      for (const dialect of ["standard", "google"].filter((dialect) => dialect in item)) {
        const found = answered(item, dialect);
        if (!found) continue;
        count += 1;
        try {
          assert.deepEqual(found, item[dialect]);
        } catch {
          wrong.push(`${item.name} (${dialect}): ${JSON.stringify(found)}, not ${JSON.stringify(item[dialect])}`);
        }
      }
    }
  }
  assert.ok(count >= 1500);
  assert.deepEqual(wrong.slice(0, 20), []);
});
