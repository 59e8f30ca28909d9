// The cases of `tests/conformance`, which every package of the project answers. The other runtimes answer them in runtimes.test.mjs.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as core from "robots-exclusion";
import * as crawl from "robots-exclusion/crawl";
import { cases } from "./cases.mjs";
import { conformance } from "./conformance.mjs";

test("cases are answered", () => {
  const { count, wrong } = conformance(cases(), { ...core, ...crawl });
  console.log(`${count} conformance cases`);
  assert.ok(count >= 1500);
  assert.deepEqual(wrong, []);
});
