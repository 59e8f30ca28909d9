// Malicious files, and the time and memory that large files take.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { browse, openPage, paste, serve } from "./harness.mjs";

let browser;
before(async () => (browser = await browse()));
after(() => browser.close());

const SIZE = 500_000;
const fill = (line, size = SIZE) => Array.from({ length: Math.ceil(size / line(0).length) }, (_, number) => line(number)).join("").slice(0, size);
const HTML = '<img src=x onerror="globalThis.harmed=1"><script>globalThis.harmed=1</script><svg onload="globalThis.harmed=1">';

const FILES = {
  "500 KB in one line": `User-agent: *\nDisallow: /${"a*".repeat(SIZE / 2)}`,
  "500 KB without a line end": "x".repeat(SIZE),
  "control characters": `User-agent: *\nDisallow: /${Array.from({ length: 32 }, (_, code) => (code === 10 || code === 13 ? "" : String.fromCharCode(code))).join("")}\u202e\u2066\u200b\ufeff\u0085\u2028\nUser-agent: \u202eevil\nFoo\u0000: bar\n`,
  "500 KB of control characters": `User-agent: *\nDisallow: /${"\u0001\u202e\u200b\ufeff".repeat(SIZE / 4)}`,
  "40,000 rules": `User-agent: *\n${fill((number) => `Disallow: /${(number % 40_000).toString(36)}\n`, 600_000)}`,
  "rules with many wildcards": `User-agent: *\n${fill((number) => `Disallow: /*a*${number % 10}*b*c*${"*d".repeat(9)}$\n`)}`,
  "20,000 crawlers": fill((number) => `User-agent: bot-${number}\nDisallow: /${number % 7}\n`),
  "20,000 mistakes": `User-agent: *\n${fill((number) => `Dissallow /${number}#x\n`)}`,
  "HTML in every place": `User-agent: ${HTML}\nDisallow: /${HTML}\nAllow: ${HTML}\n${HTML}: ${HTML}\nSitemap: ${HTML}\nDisallow ${HTML}\n# ${HTML}\n`,
};

/** Returns the memory of the tab's process, without the pages that all tabs share. */
async function memory(page) {
  const client = await browser.context.newCDPSession(page);
  const { processInfo } = await (await browser.context.browser()?.newBrowserCDPSession() ?? client).send("SystemInfo.getProcessInfo").catch(() => ({ processInfo: [] }));
  const sizes = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => {
    const rollup = readFileSync(`/proc/${id}/smaps_rollup`, "utf8");
    return Number(/^Private_Dirty:\s+(\d+)/m.exec(rollup)[1]) / 1024;
  });
  await client.detach();
  return Math.max(...sizes);
}

test("a link with 200,000 URLs does not freeze the page", async () => {
  const server = await serve();
  const urls = Array.from({ length: 200_000 }, (_, number) => `/${number}`).join("\n");
  const page = await openPage(browser.context, `${server.url}#1.${deflateRawSync(JSON.stringify({ text: "User-agent: *", urls, tokens: [] })).toString("base64url")}`);
  await page.locator("#view-many").click();
  await page.locator("#many-note", { hasText: "The first 500 of" }).waitFor();
  assert.ok((await page.inputValue("#urls")).length <= 100_000);
  assert.ok((await memory(page)) < 300);
  await page.close();
  await server.close();
});

for (const [name, text] of Object.entries(FILES)) {
  test(`${name}: no script runs, the page does not freeze, memory is bounded`, async () => {
    const server = await serve();
    const page = await openPage(browser.context, server.url);
    // The longest time in which the page could not respond to a key.
    await page.evaluate(() => {
      globalThis.longest = 0;
      let last = performance.now();
      const beat = () => {
        const now = performance.now();
        globalThis.longest = Math.max(globalThis.longest, now - last);
        last = now;
        setTimeout(beat, 10);
      };
      beat();
    });
    await page.fill("#url", `/${HTML}`);
    if (/HTML/.test(name)) {
      await page.locator("#crawler").click();
      await page.fill("#crawler", `x${HTML}`);
      await page.keyboard.press("Enter");
    }
    const start = Date.now();
    await paste(page, text);
    await page.waitForFunction((size) => new RegExp(size).test(document.querySelector("#file-size").innerText), "line");
    await page.locator("#view-crawlers").click();
    await page.locator("#matrix td[data-row]").first().waitFor();
    await page.locator("#view-many").click();
    await page.fill("#urls", `/a\n/${HTML}\n${HTML}\n\u202e/x`);
    await page.locator("#table td").first().waitFor();
    await page.locator("#crawler").click();
    await page.locator("#crawler-list").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("#why .answer").waitFor();
    await page.locator("#mistakes li, #mistakes .empty").first().waitFor();
    await page.locator("#editor .cm-content").focus();
    await page.keyboard.type("y");
    // The new URL ensures that the answers are for the current file.
    await page.fill("#url", "/zzz");
    await page.locator("#why .answer", { hasText: "/zzz" }).waitFor();
    const answered = Date.now() - start;
    await page.locator("#tab-compare").click();
    await page.locator("#changes h2").waitFor({ timeout: 30_000 });
    const used = await memory(page);
    const { harmed, longest } = await page.evaluate(() => ({ harmed: globalThis.harmed, longest: globalThis.longest }));
    console.log(`${name}: answered in ${answered} ms, longest pause ${Math.round(longest)} ms, ${Math.round(used)} MB`);
    assert.equal(harmed, undefined);
    assert.equal(await page.locator("#matrix img, #products img, #table img, #agent img, #summary img, #why img, #mistakes img, #changes img, #editor img:not(.cm-widgetBuffer)").count(), 0);
    assert.ok(longest < 2000, `the page did not react for ${longest} ms`);
    assert.ok(used > 1 && used < 300, `${used} MB`);
    assert.deepEqual(page.errors.filter((error) => !/violates the following Content Security Policy/.test(error)), []);
    await page.close();
    await server.close();
  });
}
