// The tests of robots-parser itself, which its package contains, asked of the drop-in.

import { createRequire } from "node:module";
import Module from "node:module";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import assert from "node:assert/strict";

const require = createRequire(import.meta.url);

// Both tests ask for what RFC 9309 and the platform contradict.
const DIFFERENT = {
  "should handle Unicode and urlencoded paths": "`%3A` is `:`, as in the table of RFC 9309 section 2.2.2",
  "should handle lone high / low surrogates": "a lone surrogate is U+FFFD in rules and URLs, so the rule matches",
};

/** The few assertions of Chai that the tests use. */
const expect = (found) => ({
  to: {
    equal: (expected) => assert.equal(found, expected),
    eql: (expected) => assert.deepEqual(found, expected),
    be: { lessThan: (limit) => assert.ok(found < limit) },
  },
});

const peer = dirname(require.resolve("robots-parser/package.json"));
const resolve = Module._resolveFilename;
const load = Module._load;
Module._resolveFilename = (request, parent, ...rest) =>
  request === "../index" && dirname(parent.filename) === join(peer, "test") ? require.resolve("robots-exclusion/robots-parser") : resolve.call(Module, request, parent, ...rest);
Module._load = (request, ...rest) => (request === "chai" ? { expect } : load.call(Module, request, ...rest));

let count = 0;
let different = 0;
globalThis.describe = describe;
globalThis.it = (name, test) =>
  it(name, () => {
    count++;
    if (!(name in DIFFERENT)) return test();
    assert.throws(test, assert.AssertionError, DIFFERENT[name]);
    different++;
  });
require(join(peer, "test", "Robots.js"));

process.on("exit", () => {
  assert.ok(count > 35, "the tests of robots-parser did not run");
  assert.equal(different, Object.keys(DIFFERENT).length);
  console.log(`${count - different} of the ${count} tests of robots-parser pass; ${different} ask for something else`);
});
