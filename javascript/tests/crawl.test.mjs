// The cache, against a server on this machine; and usage preferences.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { Robots } from "robots-exclusion";
import { RobotsCache } from "robots-exclusion/crawl";

const RULES = "User-agent: *\nDisallow: /private/\nCrawl-delay: 3\nSitemap: https://a.example/s.xml\n";

let server, site, answer, requests;
before(async () => {
  server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
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
  const { robots, dueAt, unavailable } = await cache.access(site);
  assert.deepEqual([robots.sitemaps, unavailable], [["https://a.example/s.xml"], undefined]);
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
    assert.equal((await cache.access(site)).unavailable, unavailable, String(status));
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
  assert.equal((await cache.access(site)).unavailable, "robots.txt was redirected in a loop");
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
  assert.equal((await cache.access(site)).unavailable, "robots.txt came in a broken response");
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

test("a stale copy is asked for with its validators", async () => {
  let now = 1_800_000_000;
  requests = [];
  answer = (request, response) => {
    if (request.headers["if-none-match"] === '"1"') response.writeHead(304).end();
    else response.writeHead(200, { etag: '"1"', "cache-control": "max-age=600" }).end(RULES);
  };
  const cache = new RobotsCache({ clock: () => now });
  for (const [passed, fetched] of [[0, 1], [599, 1], [601, 2], [1200, 2], [1202, 3]]) {
    now = 1_800_000_000 + passed;
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
  assert.equal((await failing.access("http://host.example/")).unavailable, "robots.txt could not be reached");
  const cache = new RobotsCache();
  assert.equal(await cache.allowed("MyBot", "mailto:a@b.example"), false);
  await assert.rejects(cache.verdict("MyBot", "/page"), TypeError);
  await assert.rejects(cache.allowed("MyBot", undefined), TypeError);
  await assert.rejects(cache.allowed(undefined, site), TypeError);
  for (const wrong of [{ maxHosts: 0 }, { deadline: -1 }, { freshAtMost: -5 }, { freshAtMost: "1" }, { nonsense: 1 }, { fetch: 1 }, { clock: 5 }, { dialect: "x" }]) {
    assert.throws(() => new RobotsCache(wrong), TypeError, JSON.stringify(wrong));
  }
});

test("usage preferences and signals", () => {
  const matcher = Robots.parse("User-agent: *\nAllow: /\nDisallow: /never/\nContent-Usage: train-ai=n\nContent-Usage: /ok/ train-ai=y\nContent-Signal: search=yes, ai-train=no, use=reference\n").matcher("MyBot");
  const usage = matcher.usage("https://a.example/x");
  assert.deepEqual([usage.applies, usage.preference("train-ai"), usage.line("train-ai"), usage.preference("search")], [true, "disallow", 4, undefined]);
  assert.equal(matcher.usage(new URL("https://a.example/ok/")).preference("train-ai"), "allow");
  assert.equal(matcher.usage("/never/").applies, false);
  const signals = matcher.contentSignals("/");
  assert.deepEqual([signals.preference("ai-train"), signals.preference("search"), signals.value("use")], ["disallow", "allow", "reference"]);
});
