// The cache, against a server on this machine; and usage preferences.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { Robots } from "robots-exclusion";
import { CachedRobots, FetchOutcome, Redirects, RobotsCache } from "robots-exclusion/crawl";

const RULES = "User-agent: *\nDisallow: /private/\nCrawl-delay: 3\nSitemap: https://a.example/s.xml\n";

let server, site, answer, requests;
before(async () => {
  server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  // On a busy machine, the server would close an idle connection just when the client uses it again.
  server.keepAliveTimeout = 0;
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  site = `http://127.0.0.1:${server.address().port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

/** Sets the server's answer: a status, a body and headers. */
function serve(status, body = "", headers = {}) {
  requests = [];
  answer = (_, response) => response.writeHead(status, headers).end(body);
}

test("a file is fetched once for many callers, and kept", async () => {
  serve(200, RULES);
  const cache = new RobotsCache({ userAgent: "MyBot/1.0" });
  const pages = Array.from({ length: 500 }, (_, number) => `${site}/${number % 2 ? "private/" : ""}${number}`);
  const answers = await Promise.all(pages.map((page) => cache.allowed("MyBot", page)));
  assert.deepEqual(answers, pages.map((page) => !page.includes("private")));
  assert.equal(requests.length, 1);
  assert.equal(requests[0].headers["user-agent"], "MyBot/1.0");
  assert.equal(await cache.delay("MyBot", site), 3);
  assert.equal(await cache.delay("MyBot", site, { cap: 1 }), 1);
  const { line, text } = await cache.verdict("MyBot", new URL(`${site}/private/x`));
  assert.deepEqual([line, text], [2, "disallowed by line 2: Disallow: /private/"]);
  const { access, dueAt, refresh } = await cache.access(site);
  assert.deepEqual([access.robots.sitemaps, access.sitemaps, access.unavailable, refresh], [["https://a.example/s.xml"], ["https://a.example/s.xml"], undefined, "fresh-until"]);
  assert.ok(Math.abs(dueAt - Date.now() - 24 * 3600 * 1000) < 60_000);
  assert.equal(requests.length, 1);
  assert.equal(cache.size.hosts, 1);
});

test("statuses mean what RFC 9309 says", async () => {
  for (const [status, allowed, unavailable] of [
    [404, true, "robots.txt returned 404"], [403, true, "robots.txt returned 403"], [503, false, "robots.txt returned 503"], [429, false, "robots.txt returned 429"],
    [204, true, undefined], [206, false, "robots.txt came in a broken response"], [304, false, "robots.txt came in a broken response"],
  ]) {
    serve(status);
    const cache = new RobotsCache();
    assert.equal(await cache.allowed("MyBot", `${site}/x`), allowed, String(status));
    assert.equal((await cache.access(site)).access.unavailable, unavailable, String(status));
    assert.equal(await cache.allowed("MyBot", `${site}/robots.txt`), true);
  }
});

test("redirects are followed five times, and their loops are found", async () => {
  requests = [];
  answer = (request, response) => {
    const hop = Number(new URL(request.url, site).searchParams.get("hop"));
    if (hop === 5) response.end(RULES);
    else response.writeHead(302, { location: `/elsewhere?hop=${hop + 1}` }).end();
  };
  assert.equal(await new RobotsCache().allowed("MyBot", `${site}/private/`), false);
  assert.equal(requests.length, 6);
  serve(301, "", { location: "/robots.txt" });
  const cache = new RobotsCache();
  assert.equal(await cache.allowed("MyBot", `${site}/private/`), true);
  assert.equal((await cache.access(site)).access.unavailable, "robots.txt was redirected in a loop");
  serve(301, "", { location: "http://localhost:1/robots.txt" });
  assert.equal(await new RobotsCache({ sameHostRedirects: true }).allowed("MyBot", site), false);
  assert.equal(requests.length, 1);
});

test("bodies are decoded, cut and never used in part", async () => {
  serve(200, gzipSync(RULES), { "content-encoding": "gzip" });
  assert.equal(await new RobotsCache().allowed("MyBot", `${site}/private/`), false);
  assert.equal(await new RobotsCache().allowed("MyBot", `${site}/`), true);
  serve(200, gzipSync(RULES));
  assert.equal(await new RobotsCache().allowed("MyBot", `${site}/`), false);
  // Endless, but only the first bytes are read.
  answer = (_, response) => {
    response.write(RULES);
    const more = () => response.destroyed || response.write("#".repeat(50_000), () => setImmediate(more));
    more();
  };
  assert.equal(await new RobotsCache().allowed("MyBot", `${site}/private/`), false);
  assert.equal(await new RobotsCache().allowed("MyBot", `${site}/`), true);
  answer = (_, response) => {
    response.writeHead(200, { "content-length": "5000" });
    response.write(RULES, () => response.destroy());
  };
  const cache = new RobotsCache();
  assert.equal(await cache.allowed("MyBot", `${site}/`), false);
  assert.equal((await cache.access(site)).access.unavailable, "robots.txt came in a broken response");
});

test("a compressed body that ends early is never used", async () => {
  // Node's `fetch` accepts such a body, so the cache asks it for uncompressed ones.
  answer = (request, response) => {
    const accepts = /gzip|deflate/.test(request.headers["accept-encoding"]);
    if (accepts) response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(RULES).subarray(0, 15));
    else response.end(RULES);
  };
  assert.equal(await new RobotsCache().allowed("MyBot", `${site}/private/`), false);
});

test("zstd is accepted from platforms that decode it", async () => {
  // `zstd.compress(b"User-agent: *\nDisallow: /private/\n")`
  const compressed = Buffer.from("KLUv/SAiEQEAVXNlci1hZ2VudDogKgpEaXNhbGxvdzogL3ByaXZhdGUvCg==", "base64");
  const headers = { "content-encoding": "zstd" };
  for (const [body, page, allowed] of [[RULES, "x", true], [RULES, "private/", false], [compressed, "x", false]]) {
    const fetch = async () => new Response(body, { headers });
    assert.equal(await new RobotsCache({ fetch }).allowed("MyBot", `${site}/${page}`), allowed);
    assert.equal((await FetchOutcome.from(await fetch())).access().allowed("MyBot", `/${page}`), allowed);
  }
});

test("a response without its body is a mistake, not an empty file", async () => {
  const used = async () => {
    const response = new Response(RULES);
    const reader = response.body.getReader();
    await reader.read();
    reader.releaseLock();
    return response;
  };
  const cancelled = async () => {
    const response = new Response(RULES);
    await response.body.cancel();
    return response;
  };
  const fields = { status: 200, headers: new Headers(), body: null };
  const results = [
    used, cancelled, async () => ({ ...fields, body: undefined, text: async () => RULES }), async () => ({ ...fields, body: { pipe() {} } }), async () => undefined, async () => RULES,
    async () => ({ ...fields, status: 65_736 }), async () => ({ ...fields, status: "200" }), async () => ({ ...fields, headers: {} }),
  ];
  for (const result of results) {
    const [a, b] = [new RobotsCache({ fetch: result }), await result()];
    await assert.rejects(a.allowed("MyBot", `${site}/x`), TypeError, String(result));
    await assert.rejects(FetchOutcome.from(b), TypeError, String(result));
  }
  await assert.rejects(FetchOutcome.from(Promise.resolve(new Response(RULES))), /this is not a Response, or a promise for one/);
  assert.equal(await new RobotsCache({ fetch: () => new Response(RULES) }).allowed("MyBot", `${site}/x`), true);
  // A failed response is not read.
  assert.equal(await new RobotsCache({ fetch: async () => ({ ...fields, status: 404, body: undefined }) }).allowed("MyBot", `${site}/x`), true);
});

test("limits may be fractions, and as large as you like", async () => {
  const fetch = () => new Promise((resolve) => setTimeout(resolve, 5, new Response(RULES)));
  for (const deadline of [2.01, 86_400 * 30, 1e9, Infinity]) {
    assert.equal(await new RobotsCache({ deadline, fetch }).allowed("MyBot", "http://host.example/"), true, String(deadline));
  }
  for (const limit of [{ maxHosts: Infinity }, { maxHosts: 2 ** 32 }, { maxHosts: 0.5 }, { maxBytes: Infinity }, { maxBytes: 2 ** 33 }]) {
    const cache = new RobotsCache({ ...limit, fetch });
    await cache.allowed("MyBot", "http://host.example/");
    assert.equal(cache.size.hosts, 1, JSON.stringify(limit));
  }
});

test("a slow server meets the deadline, and an abort stops only its caller", async () => {
  requests = [];
  answer = (_, response) => response.write("User-agent: *\n");
  assert.equal(await new RobotsCache({ deadline: 0.2 }).allowed("MyBot", `${site}/`), false);
  answer = () => {};
  assert.equal(await new RobotsCache({ deadline: 0.2 }).allowed("MyBot", `${site}/`), false);

  let finish;
  answer = (_, response) => (finish = () => response.end(RULES));
  const cache = new RobotsCache();
  const controller = new AbortController();
  const aborted = cache.allowed("MyBot", `${site}/`, { signal: controller.signal });
  const others = [cache.allowed("MyBot", `${site}/`), cache.allowed("MyBot", `${site}/private/`)];
  while (!finish) await new Promise((resolve) => setTimeout(resolve, 5));
  controller.abort(new Error("enough"));
  await assert.rejects(aborted, /enough/);
  await assert.rejects(cache.allowed("MyBot", `${site}/`, { signal: controller.signal }), /enough/);
  finish();
  assert.deepEqual(await Promise.all(others), [true, false]);
});

test("thousands of callers may share a signal, and a fetch takes no memory after its end", async () => {
  const warnings = [];
  const warn = (warning) => warnings.push(warning);
  process.on("warning", warn);
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  const controller = new AbortController();
  const { signal } = controller;
  const cache = new RobotsCache({ fetch: async () => new Response(RULES) });
  const answers = await Promise.all(Array.from({ length: 2000 }, (_, page) => cache.allowed("MyBot", `http://host-${page % 50}.example/private/${page}`, { signal })));
  assert.ok(answers.every((answer) => !answer));
  assert.equal(timers(), before);
  const waiting = new RobotsCache({ fetch: () => new Promise(() => {}), deadline: 0.2 });
  const aborted = Array.from({ length: 50 }, () => waiting.allowed("MyBot", "http://host.example/", { signal }));
  controller.abort(new Error("enough"));
  for (const result of await Promise.allSettled(aborted)) assert.match(String(result.reason), /enough/);
  assert.equal(await waiting.allowed("MyBot", "http://host.example/"), false);
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("warning", warn);
  assert.deepEqual(warnings, []);
});

test("a stale copy is asked for with its validators", async () => {
  let now = new Date(1_800_000_000_000);
  requests = [];
  answer = (request, response) => {
    if (request.headers["if-none-match"] === '"1"') response.writeHead(304).end();
    else response.writeHead(200, { etag: '"1"', "cache-control": "max-age=600" }).end(RULES);
  };
  const cache = new RobotsCache({ clock: () => now });
  for (const [passed, fetched] of [[0, 1], [599, 1], [601, 2], [1200, 2], [1202, 3]]) {
    now = new Date(1_800_000_000_000 + 1000 * passed);
    assert.equal(await cache.allowed("MyBot", `${site}/private/`), false);
    assert.equal(requests.length, fetched, String(passed));
  }
});

test("hosts are saved as JSON and loaded", async () => {
  serve(200, RULES);
  const cache = new RobotsCache();
  await cache.allowed("MyBot", site);
  const saved = cache.save();
  assert.equal(saved.length, 1);
  assert.equal(typeof JSON.parse(saved[0]), "object");
  const loaded = new RobotsCache();
  assert.equal(loaded.load([...saved, "nonsense", "{}", 5]), 3);
  assert.equal(await loaded.allowed("MyBot", `${site}/private/`), false);
  assert.equal(requests.length, 1);
});

test("the cache is bounded", async () => {
  const fetch = async (url) => new Response(`User-agent: *\nDisallow: /${new URL(url).hostname}`);
  const cache = new RobotsCache({ fetch, maxHosts: 50 });
  for (let number = 0; number < 500; number++) {
    assert.equal(await cache.allowed("MyBot", `http://host-${number}.example/host-${number}.example`), false);
  }
  assert.ok(cache.size.hosts <= 51, String(cache.size.hosts));
});

test("failures and wrong arguments", async () => {
  const failing = new RobotsCache({ fetch: () => Promise.reject(new TypeError("no route")) });
  assert.equal(await failing.allowed("MyBot", "http://host.example/"), false);
  assert.equal((await failing.access("http://host.example/")).access.unavailable, "robots.txt could not be reached");
  const cache = new RobotsCache();
  assert.equal(await cache.allowed("MyBot", "mailto:a@b.example"), false);
  await assert.rejects(cache.verdict("MyBot", "/page"), TypeError);
  await assert.rejects(cache.allowed("MyBot", undefined), TypeError);
  await assert.rejects(cache.allowed(undefined, site), TypeError);
  for (const wrong of [{ maxHosts: 0 }, { deadline: -1 }, { freshAtMost: -5 }, { freshAtMost: "1" }, { freshAtMost: NaN }, { retryServerError: 5 }, { nonsense: 1 }, { fetch: 1 }, { clock: 5 }, { dialect: "x" }, { agentFallback: 1 }]) {
    assert.throws(() => new RobotsCache(wrong), TypeError, JSON.stringify(wrong));
  }
  for (const wrong of ["MyBot/1.0", null, 5, true]) {
    for (const call of [() => new RobotsCache(wrong), () => new CachedRobots(wrong), () => Robots.parse("", wrong), () => FetchOutcome.response(200).access(wrong)]) {
      assert.throws(call, { name: "TypeError", message: /^the options must be an object, not (string|null|number|boolean)$/ });
    }
  }
  // Errors name the setting.
  for (const wrong of [-1, NaN, "1", null, {}, [], () => 1, 1n]) {
    for (const name of ["freshAtLeast", "freshAtMost", "retryAfterAtLeast", "retryAfterAtMost", "disallowWhileUnreachableFor"]) {
      assert.throws(() => new RobotsCache({ [name]: wrong }), { name: "TypeError", message: `${name} must be a number of seconds` });
    }
    for (const pair of [wrong, [wrong, 5], [5], [1, 2, 3]]) {
      for (const name of ["retryUnreachable", "retryServerError"]) {
        assert.throws(() => new CachedRobots({ [name]: pair }), { name: "TypeError", message: `${name} must be an array of two numbers of seconds` });
      }
    }
    assert.throws(() => new RobotsCache({ disallowIfForbidden: wrong }), { name: "TypeError", message: "disallowIfForbidden must be a boolean" });
  }
  assert.doesNotThrow(() => new RobotsCache({ freshAtMost: 1e300, retryServerError: [0, Infinity] }));
  for (const cap of [-1, NaN, "5", null]) await assert.rejects(failing.delay("MyBot", "http://host.example/", { cap }), RangeError);
  assert.throws(() => cache.load("a line"), TypeError);
});

test("usage preferences and signals", () => {
  const matcher = Robots.parse("User-agent: *\nAllow: /\nDisallow: /never/\nContent-Usage: train-ai=n\nContent-Usage: /ok/ train-ai=y\nContent-Signal: search=yes, ai-train=no, use=reference\n").matcher("MyBot");
  const usage = matcher.usage("https://a.example/x");
  assert.deepEqual([usage.applies, usage.preference("train-ai"), usage.line("train-ai"), usage.preference("search")], [true, "disallow", 4, undefined]);
  assert.equal(matcher.usage(new URL("https://a.example/ok/")).preference("train-ai"), "allow");
  assert.equal(matcher.usage("/never/").applies, false);
  const signals = matcher.contentSignals("/");
  assert.deepEqual([signals.preference("ai-train"), signals.preference("search"), signals.value("use")], ["disallow", "allow", "reference"]);
  for (const wrong of [undefined, null, 5, {}, Symbol("x")]) {
    for (const ask of ["preference", "line", "value"]) assert.throws(() => signals[ask](wrong), { name: "TypeError", message: "the label must be a string" });
  }
});

const NOW = new Date(1_800_000_000_000);
const later = (seconds) => new Date(NOW.getTime() + 1000 * seconds);
const URL_OF_FILE = "https://a.example/robots.txt";

test("an outcome allows what RFC 9309 says", () => {
  for (const [outcome, allowed, unavailable] of [
    [FetchOutcome.response(200, RULES), true, undefined],
    [FetchOutcome.response(404), true, "robots.txt returned 404"],
    [FetchOutcome.response(503, "", { headers: { "Retry-After": "120" } }), false, "robots.txt returned 503"],
    [FetchOutcome.response(200, RULES, { headers: [["Content-Encoding", "gzip"]] }), false, "robots.txt came in a broken response"],
    [FetchOutcome.response(200, RULES, { headers: [["Content-Encoding", "gzip"]], isDecoded: true }), true, undefined],
    [FetchOutcome.missing(), true, "robots.txt does not exist"],
    [FetchOutcome.unreachable(), false, "robots.txt could not be reached"],
    [FetchOutcome.broken(), false, "robots.txt came in a broken response"],
  ]) {
    const access = outcome.access();
    assert.deepEqual([access.allowed("MyBot", "/x"), access.matcher("MyBot").allowed("/x"), access.unavailable], [allowed, allowed, unavailable]);
    assert.equal(access.allowed("MyBot", "/robots.txt"), true);
    assert.equal(access.verdict("MyBot", "/x").reason, unavailable ? "unavailable" : "no-rule");
    assert.equal(access.robots === undefined, unavailable !== undefined);
  }
  assert.deepEqual([FetchOutcome.response(404).status, FetchOutcome.missing().status], [404, undefined]);
  // Options apply to the file.
  assert.equal(FetchOutcome.response(200, "useragent: a\ndisallow: /").access({ dialect: "google" }).allowed("a", "/"), false);
  for (const wrong of [() => FetchOutcome.response("200"), () => FetchOutcome.response(200, 5), () => FetchOutcome.response(200, "", { url: "/x" }), () => FetchOutcome.response(200, "", { headers: [["a", 1]] })]) {
    assert.throws(wrong, TypeError);
  }
});

test("a response of the platform becomes an outcome", async () => {
  serve(200, gzipSync(RULES), { "content-encoding": "gzip", etag: '"1"' });
  const outcome = await FetchOutcome.from(await fetch(`${site}/robots.txt`));
  assert.equal(outcome.access().allowed("MyBot", "/private/x"), false);
  const cached = new CachedRobots();
  cached.record(outcome, NOW);
  assert.deepEqual(cached.requestHeaders(`${site}/robots.txt`), { "If-None-Match": '"1"' });
  serve(429);
  assert.equal((await FetchOutcome.from(await fetch(site))).access().unavailable, "robots.txt returned 429");
  answer = (_, response) => {
    response.writeHead(200, { "content-length": "5000" });
    response.write(RULES, () => response.destroy());
  };
  assert.equal((await FetchOutcome.from(await fetch(site))).access().unavailable, "robots.txt came in a broken response");
});

test("a cached robots.txt over time", () => {
  const cached = new CachedRobots();
  assert.deepEqual([cached.at(NOW).refresh, cached.at(NOW).dueAt, cached.at(NOW).access.unavailable], ["now", undefined, "robots.txt has not been fetched yet"]);
  const file = "# é\n\nUser-agent: *\nDisallow: /private/\n";
  cached.record(FetchOutcome.response(200, file, { url: URL_OF_FILE, headers: new Headers({ ETag: '"\u00e9"', "Cache-Control": "max-age=600" }) }), NOW);
  const blocked = (now) => cached.at(now).access.verdict("MyBot", "/private/x").line;
  assert.deepEqual([cached.at(NOW).refresh, cached.at(NOW).dueAt, blocked(NOW)], ["fresh-until", later(600), 4]);
  assert.equal(cached.at(NOW).access.robots, cached.at(later(5)).access.robots);
  // A validator is sent as it came, and only to its URL.
  assert.deepEqual(cached.requestHeaders(URL_OF_FILE), { "If-None-Match": '"\u00e9"' });
  assert.deepEqual(cached.requestHeaders("https://b.example/robots.txt"), {});
  assert.equal(cached.at(later(600)).refresh, "now");
  cached.record(FetchOutcome.response(304), later(700));
  assert.deepEqual([cached.at(later(701)).refresh, blocked(later(701))], ["fresh-until", 4]);
  // A failure keeps the copy for later.
  cached.record(FetchOutcome.response(503, "", { headers: [["Retry-After", "120"]] }), later(1400));
  assert.deepEqual([cached.at(later(1401)).refresh, cached.at(later(1401)).dueAt], ["retry-at", later(1520)]);
  assert.equal(cached.at(later(1401)).access.allowed("MyBot", "/"), false);
  assert.equal(blocked(later(1400 + 31 * 86_400)), 4);
  // It is saved and loaded with its lines.
  const loaded = CachedRobots.fromJSON(JSON.parse(JSON.stringify(cached)), { keepCopyWhileUnreachable: true });
  assert.equal(loaded.at(later(1401)).access.verdict("MyBot", "/private/x").line, 4);
  assert.equal(loaded.at(later(1401)).access.allowed("MyBot", "/"), true);
  cached.record(FetchOutcome.response(404), later(2000));
  assert.equal(cached.at(later(2000)).access.unavailable, "robots.txt returned 404");
  for (const wrong of [() => new CachedRobots({ freshAtMost: -1 }), () => new CachedRobots({ nonsense: 1 }), () => cached.record({}), () => cached.at(5), () => cached.at(new Date("x")), () => cached.requestHeaders("/x"), () => CachedRobots.fromJSON({}), () => CachedRobots.fromJSON({ version: 1, state: "x", file: "" })]) {
    assert.throws(wrong, TypeError);
  }
});

test("policies", () => {
  const at = (policy, outcome, seconds = 0) => {
    const cached = new CachedRobots(policy);
    cached.record(outcome, NOW);
    return cached.at(later(seconds));
  };
  const html = "<html>";
  for (const [policy, outcome, allowed] of [
    [{}, FetchOutcome.response(403), true], [{ disallowIfForbidden: true }, FetchOutcome.response(403), false],
    [{}, FetchOutcome.response(500), false], [{ serverErrorIsNotFound: true }, FetchOutcome.response(500), true],
    [{}, FetchOutcome.response(200, html), true], [{ rejectHtmlAndUtf16: true }, FetchOutcome.response(200, html), false],
  ]) {
    assert.equal(at(policy, outcome).access.allowed("a", "/"), allowed, JSON.stringify(policy));
  }
  const year = 365 * 86_400;
  assert.equal(at({}, FetchOutcome.unreachable(), year).access.allowed("a", "/"), true);
  assert.equal(at({ disallowWhileUnreachableFor: Infinity }, FetchOutcome.unreachable(), year).access.allowed("a", "/"), false);
  assert.deepEqual(at({ freshAtLeast: 7, freshAtMost: 7 }, FetchOutcome.response(404)).dueAt, later(7));
  assert.deepEqual(at({ retryUnreachable: [5, 10] }, FetchOutcome.unreachable()).dueAt, later(5));
});

test("redirects without a cache", () => {
  const redirects = new Redirects("http://a.example/robots.txt");
  assert.equal(redirects.url, "http://a.example/robots.txt");
  assert.equal(redirects.follow(200), undefined);
  assert.equal(redirects.follow(301, "https://a.example/robots.txt"), "https://a.example/robots.txt");
  assert.equal(redirects.follow(302, "/other#x"), "https://a.example/other");
  assert.equal(redirects.url, "https://a.example/other");
  const loop = redirects.follow(301, "/other");
  assert.ok(loop instanceof FetchOutcome);
  assert.deepEqual([loop.access().unavailable, loop.access().allowed("a", "/")], ["robots.txt was redirected in a loop", true]);
  assert.equal(redirects.follow(301).access().unavailable, "robots.txt came in a broken response");
  assert.equal(new Redirects("http://a.example/", { sameHostOnly: true }).follow(301, "http://b.example/").access().allowed("a", "/"), false);
  const many = new Redirects("http://a.example/0");
  for (let hop = 1; hop <= 5; hop++) assert.equal(many.follow(301, `/${hop}`), `http://a.example/${hop}`);
  assert.equal(many.follow(301, "/6").access().allowed("a", "/"), true);
  assert.throws(() => new Redirects("/robots.txt"), TypeError);
});

test("20,000 cached files in a loop stay with the garbage collector", () => {
  const before = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  const outcome = FetchOutcome.response(200, `User-agent: *\n${"Disallow: /x\n".repeat(400)}`);
  for (let round = 0; round < 20_000; round++) {
    const cached = new CachedRobots();
    cached.record(outcome, NOW);
  }
  const growth = process.memoryUsage().arrayBuffers + process.memoryUsage().external - before;
  assert.ok(growth < 64 << 20, `${growth >> 20} MB`);
});
