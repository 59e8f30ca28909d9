// Tests of keyboard use, screen readers, widths, themes and network access, and of the page offline.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { answered, browse, openPage, paste, serve } from "./harness.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser;
before(async () => (browser = await browse()));
after(() => browser.close());

async function violations(page) {
  // Injected through the debugger, because the page's policy allows no foreign script.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`));
}

for (const colorScheme of ["light", "dark"]) {
  for (const width of [360, 800, 1440]) {
    test(`axe finds no problem and no text is cut: ${width} pixels, ${colorScheme}`, async () => {
      const server = await serve();
      const page = await openPage(browser.context, server.url);
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const check = async (what) => {
        await page.waitForTimeout(250);
        assert.deepEqual(await violations(page), [], what);
        const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
        assert.ok(content <= window, `${what} is ${content} pixels wide`);
      };
      await page.selectOption("#examples", { label: "Common mistakes" });
      await page.locator("#mistakes li").first().waitFor();
      await page.locator("#mistakes summary").first().click();
      await page.locator("#why summary").click();
      await check("mistakes");
      await page.locator("#crawler").click();
      await check("the list of crawlers");
      await page.keyboard.press("Escape");
      await page.locator("#editor .cm-lintRange").first().hover();
      await page.locator(".cm-tooltip .cm-diagnostic").first().waitFor();
      await check("the hover");
      await page.selectOption("#examples", { label: "Where Google differs" });
      await page.locator("#view-crawlers").click();
      await page.locator("#matrix td[data-row]").first().waitFor();
      await check("all crawlers");
      await page.locator("#view-many").click();
      await page.fill("#urls", "/private\nhttps://a.example/\nhttps://b.example/\nnot a url");
      await page.fill("#origin", "a.example");
      await page.locator("#table td.refused").waitFor();
      await check("many URLs");
      await page.locator("#view-products").click();
      await page.locator("#tab-compare").click();
      await paste(page, "User-agent: *\nDisallow: /fish", "#before");
      await page.locator("#changes td").first().waitFor();
      await check("a comparison");
      await page.locator("#tab-create").click();
      await page.locator("#left-open li").first().waitFor();
      await check("the form");
      await page.locator("#tab-test").click();
      await paste(page, "");
      await page.fill("#url", "");
      await check("the empty page");
      await paste(page, "https://example.org/robots.txt");
      await page.locator("#offer a").waitFor();
      await check("the address of a file");
      await page.close();
      await server.close();
    });
  }
}

test("every control can be reached by keyboard and has a name", async () => {
  const server = await serve();
  const page = await openPage(browser.context, server.url);
  await page.evaluate(() => document.body.focus());
  const seen = [];
  for (let presses = 0; presses < 140; presses++) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === document.body) return null;
      const labels = [...(element.labels ?? [])].map((label) => label.innerText).join(" ");
      const { width, height } = element.getBoundingClientRect();
      return { id: element.id || element.className || element.tagName, name: element.getAttribute("aria-label") || labels || element.innerText || element.title, visible: width > 0 && height > 0 };
    });
    if (!found) break;
    assert.ok(found.name?.trim(), `${found.id} has no name`);
    assert.ok(found.visible, `${found.id} cannot be seen`);
    seen.push(found.id);
  }
  const all = seen.join(" ");
  for (const needed of ["skip-to-file", "skip-to-answers", "tab-test", "examples", "open", "save", "share", "theme", "cm-content", "crawler", "url", "view-products", "line"]) {
    assert.match(all, new RegExp(needed), `${needed} is not reached: ${all}`);
  }
  assert.equal(new Set(seen.filter((id) => /^[a-z-]+$/.test(id) && !["line", "source"].includes(id))).size, seen.filter((id) => /^[a-z-]+$/.test(id) && !["line", "source"].includes(id)).length, "the focus goes in circles");

  // The links that skip keep the fragment, which is for shared files.
  await page.locator("#skip-to-file").focus();
  await page.keyboard.press("Enter");
  assert.ok(await page.evaluate(() => document.activeElement.matches("#editor .cm-content")));
  await page.locator("#skip-to-answers").focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "answers");
  assert.equal(page.url(), server.url);

  // Arrows between the views, in the table, and Enter to choose.
  await page.locator("#view-products").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.id), "view-crawlers");
  await page.locator("[data-purpose]").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const chosen = await page.locator('td[aria-selected="true"]').locator("xpath=..").locator(".token").innerText();
  await page.locator("#why .answer", { hasText: `${chosen} may` }).waitFor();

  // Arrows between the tabs.
  await page.locator("#tab-test").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.id), "tab-compare");
  assert.ok(await page.locator("#panel-compare").isVisible());
  await page.close();
  await server.close();
});

test("the chosen theme is remembered", async () => {
  const server = await serve();
  const page = await openPage(browser.context, server.url);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  const light = await background();
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await background();
  assert.notEqual(light, dark);
  await page.locator("#theme").click();
  assert.equal(await background(), light);
  await page.reload();
  await answered(page);
  assert.equal(await background(), light);
  await page.close();
  await server.close();
});

test("the page contacts no other host, its policy forbids it, and the page works offline", async () => {
  const server = await serve();
  const asked = [];
  const listen = (request) => asked.push(request.url());
  browser.context.on("request", listen);
  const page = await openPage(browser.context, server.url);
  await page.selectOption("#examples", { label: "A shop" });
  await page.locator("#view-crawlers").click();
  await page.locator("td[data-row]").first().click();
  await page.locator("#share").click();
  await page.locator("#tab-compare").click();
  await page.locator("#tab-create").click();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  assert.ok(asked.length > 4);
  // `blob:` URLs cause no network access.
  assert.deepEqual(asked.filter((url) => !url.startsWith(server.url) && !url.startsWith("blob:")), []);
  // The fragment is never part of a request.
  assert.deepEqual(asked.filter((url) => url.includes("#1.")), []);

  const refused = await page.evaluate(async () => {
    const tries = ["https://example.com/", "http://127.0.0.1:9/"].map((url) => fetch(url, { mode: "no-cors" }).then(() => url, () => null));
    const image = new Promise((resolve) => {
      const element = new Image();
      element.onload = () => resolve("image");
      element.onerror = () => resolve(null);
      element.src = "https://example.com/x.png";
    });
    return (await Promise.all([...tries, image])).filter(Boolean);
  });
  assert.deepEqual(refused, []);
  const blockedByPolicy = page.errors.filter((error) => /Content Security Policy/.test(error));
  assert.ok(blockedByPolicy.length >= 3, page.errors.join("\n"));
  browser.context.off("request", listen);

  await server.close();
  await browser.context.setOffline(true);
  const offline = await browser.context.newPage();
  await offline.goto(server.url);
  await answered(offline);
  await paste(offline, "User-agent: *\nDisallow: /");
  await offline.locator("#summary .bad").first().waitFor();
  await offline.goto(`${server.url}licenses.md`);
  assert.match(await offline.locator("body").innerText(), /codemirror/i);
  await browser.context.setOffline(false);
  await offline.close();
  await page.close();
});

test("in forced colours, what is chosen has an outline", async () => {
  const server = await serve();
  const page = await openPage(browser.context, server.url);
  await page.emulateMedia({ forcedColors: "active" });
  await page.locator("#editor .cm-content").focus();
  assert.equal(await page.locator("#editor .cm-editor").evaluate((editor) => getComputedStyle(editor, "::after").borderStyle), "solid");
  await page.locator("#view-crawlers").click();
  for (const selector of ["#tab-test", "#view-crawlers", 'td[aria-selected="true"]', "#editor .line-decides-blocked"]) {
    assert.equal(await page.locator(selector).evaluate((element) => getComputedStyle(element).outlineStyle), "solid", selector);
  }
  await page.emulateMedia({ forcedColors: "none" });
  await page.close();
  await server.close();
});

test("without its worker, the page says so once and does not try again and again", async () => {
  const server = await serve();
  const page = await browser.context.newPage();
  let tries = 0;
  await page.route(/worker-/, (route) => (tries++, route.abort()));
  await page.goto(server.url);
  await page.locator("#notice", { hasText: "couldn’t start" }).waitFor();
  await page.waitForTimeout(500);
  assert.equal(tries, 1);
  await page.close();
  await server.close();
});
