// Ten tasks of site owners, done as somebody would do them who reads the page from the top: with the clicks, keys and seconds that
// they take. Seconds are those of the keystroke-level model (Card, Moran and Newell): 0.28 for a key, 1.3 to point at something and click, 1.35 to
// decide, and 1 to paste; what the page needs to answer comes on top.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browse, openPage, paste, serve } from "./harness.mjs";

let browser;
before(async () => {
  browser = await browse();
  await browser.context.grantPermissions(["clipboard-read", "clipboard-write"]);
});
after(() => browser.close());

const FILE = "User-agent: *\nDisallow: /internal/\nDisallow: /*?sort=\n\nUser-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n";
const table = [];

function task(name, most, run, { width = 1280, height = 800 } = {}) {
  test(`${name}: at most ${most} clicks`, async () => {
    const server = await serve();
    const page = await openPage(browser.context, server.url);
    await page.setViewportSize({ width, height });
    const used = { clicks: 0, keys: 0, pastes: 0, waited: 0 };
    const user = {
      page,
      click: async (selector) => {
        used.clicks += 1;
        await page.locator(selector).first().click();
      },
      type: async (words) => {
        used.keys += words.length;
        await page.keyboard.type(words);
      },
      press: async (...keys) => {
        used.keys += keys.length;
        for (const key of keys) await page.keyboard.press(key);
      },
      // Selects everything in a field or an editor, and pastes.
      paste: async (words, editor) => {
        used.clicks += 1;
        used.pastes += 1;
        used.keys += 2;
        if (/^#(editor|before)$/.test(editor)) await paste(page, words, editor);
        else await page.fill(editor, words);
      },
      // The answer must be in the window, where the user sees it without a search.
      sees: async (selector, words) => {
        const start = Date.now();
        const found = page.locator(selector, { hasText: words }).first();
        await found.waitFor({ timeout: 10_000 });
        used.waited += Date.now() - start;
        const { top, bottom } = await found.evaluate((element) => element.getBoundingClientRect());
        assert.ok(bottom > 0 && top < height, `${selector} is not in the window: ${top} to ${bottom}`);
      },
    };
    await run(user);
    const seconds = used.keys * 0.28 + used.clicks * (1.3 + 1.35) + used.pastes * 1;
    table.push(`${name}: ${used.clicks} clicks, ${used.keys} keys, ${used.pastes} pastes, ${seconds.toFixed(0)} s, of the page ${(used.waited / 1000).toFixed(1)} s`);
    assert.ok(used.clicks <= most, JSON.stringify(used));
    assert.deepEqual(page.errors, []);
    await page.close();
    await server.close();
  });
}

task("Why is my page not in Google?", 2, async ({ paste, sees }) => {
  await paste(FILE, "#editor");
  await paste("https://www.example.org/shop?sort=price", "#url");
  await sees("#why .answer", "Googlebot may not fetch");
  await sees("#why dd", "Disallow: /*?sort= in line 3");
});

task("Is ChatGPT blocked?", 1, async ({ paste, sees }) => {
  await paste(FILE, "#editor");
  await sees('[data-product="ChatGPT"] [data-door="training"]', "Blocked");
  await sees('[data-product="ChatGPT"] [data-door="search"]', "Parts");
  await sees('[data-product="ChatGPT"] [data-door="request"]', "No say");
});

task("What does my change change?", 3, async ({ paste, click, sees }) => {
  await paste(FILE.replace("User-agent: CCBot\n", "").replace("/internal/", "/intern"), "#editor");
  await click("#tab-compare");
  await paste(FILE, "#before");
  await sees("#changes h2", "CCBot: 1 URL pattern newly allowed; everyone else: 1 URL pattern newly blocked");
});

task("Block training, keep search and answers", 3, async ({ page, click, sees }) => {
  await click("#tab-create");
  await sees("#preview", "User-agent: GPTBot");
  await sees("#left-open li", "AI search and answers, open for: ChatGPT");
  await click("#use-preview");
  await sees('[data-product="ChatGPT"] [data-door="training"]', "Blocked");
  const [download] = await Promise.all([page.waitForEvent("download"), click("#save")]);
  assert.equal(download.suggestedFilename(), "robots.txt");
});

task("50 URLs × 10 crawlers, as a table to send", 5, async ({ page, paste, click, type, press, sees }) => {
  await paste(FILE, "#editor");
  await click("#view-many");
  await paste(Array.from({ length: 50 }, (_, number) => `https://www.example.org/${number % 5 ? "" : "internal/"}${number}`).join("\n"), "#urls");
  await click("#column");
  await type("ccbot, yandexbot, ahrefsbot, applebot");
  await press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("#table td").length === 500);
  await click("#copy-csv");
  await sees("#notice", "Copied the table as CSV.");
  assert.equal((await page.evaluate(() => navigator.clipboard.readText())).trim().split("\n").length, 51);
});

task("Share it with a colleague", 2, async ({ page, paste, click, sees }) => {
  await paste(FILE, "#editor");
  await click("#share");
  await sees("#notice", "Copied a link");
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /#1\./);
});

task("By keyboard only: may PerplexityBot fetch /internal/x, and why?", 0, async ({ page, press, type, sees }) => {
  // The second link skips to the answers.
  await press("Tab", "Tab", "Enter", "Tab");
  assert.equal(await page.evaluate(() => document.activeElement.id), "crawler");
  await type("perpl");
  await press("Enter", "Tab", "ControlOrMeta+a");
  await type("/staff/x");
  await sees("#why .answer", "PerplexityBot may not fetch /staff/x");
  await press("Tab");
  assert.match(await page.evaluate(() => document.activeElement.innerText), /line \d/);
});

task("On a phone: is my page blocked for Googlebot?", 2, async ({ page, paste, sees }) => {
  await paste(FILE, "#editor");
  await paste("/internal/x", "#url");
  await page.locator("#url").scrollIntoViewIfNeeded();
  await sees("#why .answer", "Googlebot may not fetch /internal/x");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
}, { width: 360, height: 740 });

task("Mend my mistakes", 2, async ({ page, paste, click, sees }) => {
  await paste("User-agent: *\nDisallow: /a\nDisallow: /a/b\nAlow: /c\nSitemap https://www.example.org/sitemap.xml\n", "#editor");
  await sees("#summary .bad", /^\d+ mistakes?/);
  await click("#fix");
  await page.waitForFunction(() => document.querySelector("#editor .cm-content").innerText.includes("Sitemap: https"));
  assert.match(await page.locator("#editor .cm-content").innerText(), /Allow: \/c/);
});

task("Test the file that is live", 2, async ({ page, paste, sees }) => {
  await paste("www.example.org", "#editor");
  await sees("#offer a", "Open https://www.example.org/robots.txt in a new tab");
  const [opened] = await Promise.all([page.context().waitForEvent("page"), page.locator("#offer a").click()]);
  await opened.close();
});

test("what the tasks took", () => {
  console.log(table.join("\n"));
  assert.equal(table.length, 10);
});
