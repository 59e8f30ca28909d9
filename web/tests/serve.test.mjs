// The page as the program serves it: `robots serve` fetches files of a local site for the page in a browser.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { dirname } from "node:path";
import { after, before, test } from "node:test";
import { browse, openPage, paste, web } from "./harness.mjs";

const FILE = "User-agent: *\r\nDisallow: /live\r\n";

/** A site whose robots.txt is elsewhere, and another one that has none. */
async function sites() {
  const asked = [];
  const listen = async (answer) => {
    const server = createServer((request, response) => {
      asked.push([request.url, request.headers["user-agent"] ?? ""]);
      answer(request, response);
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    server.unref();
    return server;
  };
  const site = await listen((request, response) => {
    if (request.url === "/robots.txt") response.writeHead(301, { location: "/moved/robots.txt" }).end();
    else if (request.url === "/moved/robots.txt") response.writeHead(200, { "content-type": "text/plain", "cache-control": "max-age=7200" }).end(FILE);
    else response.writeHead(404).end();
  });
  const other = await listen((request, response) => response.writeHead(404).end());
  const address = (server) => `http://127.0.0.1:${server.address().port}`;
  return { asked, site: address(site), other: address(other), close: () => [site, other].forEach((server) => (server.close(), server.closeAllConnections())) };
}

/** Starts the program with the page that has just been built in it. */
async function start() {
  const built = spawnSync("cargo", ["build", "--quiet", "--locked", "--package", "robots-cli", "--features", "serve", "--message-format", "json"], { cwd: dirname(web), encoding: "utf8", maxBuffer: 1 << 26 });
  assert.equal(built.status, 0, built.stderr);
  const program = built.stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line)).findLast(({ executable }) => executable).executable;
  const child = spawn(program, ["serve", "--no-open", "--listen", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface(child.stdout), "line");
  return { url: line.trim(), stop: () => child.kill() };
}

let program, browser, local;
before(async () => {
  program = await start();
  browser = await browse();
  local = await sites();
});
after(async () => {
  await browser?.close();
  program?.stop();
  local?.close();
});

const until = (page, selector, words) => page.locator(selector, { hasText: words }).first().waitFor({ timeout: 20_000 });
const text = (page, editor = "#editor") => page.locator(`${editor} .cm-line`).allInnerTexts().then((lines) => lines.map((line) => line.replace(/\n$/, "")).join("\n"));

test("the page that `robots serve` serves fetches a live file, shows redirects, status and freshness, and compares it with the editor's", async () => {
  const page = await openPage(browser.context, program.url);
  const fetch = async (address) => {
    await page.fill("#address", address);
    await page.locator("#live button").click();
  };
  await fetch(local.site);
  await until(page, "#offer", `${local.site}/moved/robots.txt: status 200, 1 redirect, fresh for 2 hours.`);
  await until(page, "#offer .redirects", `${local.site}/robots.txt 301 → `);
  assert.deepEqual(local.asked.map(([path]) => path), ["/robots.txt", "/moved/robots.txt"]);
  // The example was replaced, and the page answers for the live file.
  await until(page, "#offer", "It is in the editor.");
  assert.equal(await text(page), "User-agent: *\nDisallow: /live\n");
  await page.fill("#url", "/live/x");
  await until(page, "#why .answer", "Googlebot may not fetch /live/x");
  // Fetched again, it is the same. An edit makes a difference, and the page shows which.
  await fetch(local.site);
  await until(page, "#offer", "It is the same as the file in the editor.");
  await page.locator("#editor .cm-content").focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("Disallow: /mine");
  await fetch(local.site);
  await until(page, "#offer", "It differs from the file in the editor.");
  await page.locator("#compare-live").click();
  await until(page, "#changes h2", "1 URL pattern newly blocked");
  assert.equal(await text(page, "#before"), "User-agent: *\nDisallow: /live\n");
  assert.equal(await text(page, "#after"), "User-agent: *\nDisallow: /live\nDisallow: /mine");
  await page.locator("#tab-test").click();
  await page.locator("#use-live").click();
  await until(page, "#notice", "The live file is in the editor.");
  assert.equal(await text(page), "User-agent: *\nDisallow: /live\n");
  assert.deepEqual(page.errors, []);
  await page.close();
});

test("the page shows what the program says about a site without a robots.txt, and a host that does not answer", async () => {
  const page = await openPage(browser.context, program.url);
  const file = "User-agent: *\nDisallow: /kept\n";
  await paste(page, file);
  await page.fill("#address", local.other);
  await page.locator("#live button").click();
  await until(page, "#offer", "status 404");
  await until(page, "#offer .sentence", "Crawlers may fetch everything: robots.txt returned 404.");
  // Nothing listens on the port of a server that has ended.
  const gone = createServer().listen(0, "127.0.0.1");
  await once(gone, "listening");
  const { port } = gone.address();
  await new Promise((resolve) => gone.close(resolve));
  await page.fill("#address", `http://127.0.0.1:${port}/`);
  await page.locator("#live button").click();
  await until(page, "#offer .failed", "connection refused");
  assert.equal(await text(page), file);
  assert.deepEqual(page.errors, []);
  await page.close();
});
