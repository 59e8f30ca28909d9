// The contents and behaviour of the page, in a real browser.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { browse, openPage, paste, serve } from "./harness.mjs";

let browser;
before(async () => {
  browser = await browse();
  await browser.context.grantPermissions(["clipboard-read", "clipboard-write"]);
});
after(() => browser.close());

/** Runs a test with a new page. Every server is a new origin with empty storage. */
function onPage(name, run) {
  test(name, async () => {
    const server = await serve();
    const page = await openPage(browser.context, server.url);
    try {
      await run(page, server.url);
      assert.deepEqual(page.errors, []);
    } finally {
      await page.close();
      await server.close();
    }
  });
}

const cell = (page, token, url = 0) => page.locator("tr", { has: page.locator(".token", { hasText: new RegExp(`^${token}$`) }) }).locator(`td[data-url="${url}"]`);
const text = (page, editor = "#editor") => page.locator(`${editor} .cm-line`).allInnerTexts().then((lines) => lines.map((line) => line.replace(/\n$/, "")).join("\n"));
const ask = (page, ...urls) => page.fill("#urls", urls.join("\n"));
const until = (page, selector, words) => page.locator(selector, { hasText: words }).first().waitFor({ timeout: 10_000 });

onPage("the summary describes the file in words and colour", async (page) => {
  await paste(page, "User-agent: *\nDisallow: /");
  await until(page, "#summary .bad", "Search engines may not crawl this site.");
  await until(page, "#summary .bad", /AI training: all \d+ known crawlers blocked/);
  await paste(page, "User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow /x\nDisallow: /private");
  await until(page, "#summary .good", "Search engines may crawl this site, except for some pages.");
  await until(page, "#summary .mixed", /AI training: 1 of \d+ known crawlers blocked/);
  await until(page, "#summary .warn", /^\d+ mistakes?/);
  await paste(page, "");
  await until(page, "#summary .plain", "every crawler may fetch everything");
});

onPage("syntax has colours", async (page) => {
  await paste(page, "User-agent: *\nDisallow: /a*b$ # why\nAllow: /a\nSitemap: https://e.org/s.xml\nFoo: bar");
  for (const [kind, words] of [["agent", "User-agent:"], ["disallow", "Disallow:"], ["allow", "Allow:"], ["sitemap", "Sitemap:"], ["other", "Foo"], ["special", "*"], ["comment", "# why"]]) {
    assert.equal(await page.locator(`#editor .tok-${kind}`).first().innerText(), words);
  }
});

onPage("a mistake has a squiggle, an explanation on hover, and an entry in the list", async (page) => {
  await paste(page, "User-agent: *\nDisallow: /a#x\n");
  const squiggle = page.locator("#editor .cm-lintRange-warning").first();
  await squiggle.hover();
  const tip = page.locator(".cm-tooltip .cm-diagnostic");
  await tip.first().waitFor();
  assert.match(await tip.first().innerText(), /comment/);
  await page.mouse.move(0, 0);
  await tip.first().waitFor({ state: "detached" });
  // The same by keyboard.
  await page.locator("#editor .cm-content").focus();
  await page.keyboard.press("F8");
  await tip.first().waitFor();
  await page.keyboard.press("Escape");
  const listed = page.locator("#mistakes li", { hasText: "comment" }).first();
  await listed.locator("summary").click();
  assert.match(await listed.innerText(), /URLs are matched without their fragment[^]*A # cuts a value short/);
  await listed.locator("button.line").click();
  assert.equal(await page.locator("#editor .cm-activeLineGutter, #editor .cm-activeLine").first().innerText(), "Disallow: /a#x");
});

onPage("replacing a file by an equal one keeps its squiggles", async (page) => {
  const squiggle = page.locator("#editor .cm-lintRange").first();
  await page.selectOption("#examples", { label: "Common mistakes" });
  await squiggle.waitFor();
  await page.selectOption("#examples", { label: "Common mistakes" });
  await page.waitForTimeout(500);
  await squiggle.waitFor({ timeout: 5000 });
});

onPage("the deciding line is highlighted, and other relevant lines are marked", async (page) => {
  await paste(page, "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /c");
  await ask(page, "/a/b/c");
  await cell(page, "bingbot").click();
  await until(page, "#why h3.allowed", "bingbot may fetch /a/b/c");
  assert.deepEqual(await page.locator("#editor .line-decides-allowed").allInnerTexts(), ["Allow: /a/b"]);
  assert.deepEqual(await page.locator("#editor .line-overruled").allInnerTexts(), ["Disallow: /a"]);
  assert.deepEqual(await page.locator("#editor .line-agent").allInnerTexts(), ["User-agent: *"]);
  await ask(page, "/a");
  await page.locator("#editor .line-decides-blocked", { hasText: "Disallow: /a" }).waitFor();
});

onPage("a cell answers with words, symbol and colour, and explains the answer", async (page) => {
  await paste(page, "User-agent: *\nAllow: /\n\nUser-agent: googlebot\nDisallow: /private\n");
  await ask(page, "/private/x", "https://example.org/");
  await page.locator('td[data-url="1"]').first().waitFor();
  const blocked = cell(page, "Googlebot");
  assert.equal((await blocked.innerText()).replace(/\s+/g, ""), "✕Blocked");
  assert.equal(await blocked.getAttribute("class"), "blocked");
  assert.match(await cell(page, "bingbot", 1).innerText(), /✓\s*Allowed/);
  await blocked.click();
  await until(page, "#why h3", "Googlebot may not fetch /private/x");
  const why = await page.locator("#why").innerText();
  assert.match(why, /Disallow: \/private in line 5/);
  assert.match(why, /User-agent: googlebot in line 4/);
  assert.match(why, /Google, search engines/);
  await page.fill("#filter", "Googlebot-Image");
  const images = cell(page, "Googlebot-Image");
  await images.click();
  await until(page, "#why", "because no group names Googlebot-Image");
});

onPage("the answers change with every keystroke", async (page) => {
  await paste(page, "User-agent: *\nDisallow: /");
  await ask(page, "/abc");
  await page.locator('td.blocked[data-url="0"]').first().waitFor();
  await page.locator("#editor .cm-content").focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("x");
  await page.locator('td.allowed[data-url="0"]').first().waitFor();
  await page.keyboard.press("Backspace");
  await page.locator('td.blocked[data-url="0"]').first().waitFor();
});

onPage("a product token can be added and removed", async (page) => {
  await paste(page, "User-agent: my-bot\nDisallow: /x");
  await ask(page, "/x");
  await page.fill("#token", "My-Bot");
  await page.keyboard.press("Enter");
  await cell(page, "My-Bot").click();
  await until(page, "#why h3.blocked", "My-Bot may not fetch /x");
  await page.getByRole("button", { name: "Remove My-Bot" }).click();
  await cell(page, "My-Bot").waitFor({ state: "detached" });
});

onPage("a badge marks differences between Google's code and the standard", async (page) => {
  await paste(page, "User-agent: *\nDisallow /private");
  await ask(page, "/private");
  await page.locator("td.blocked .badge").first().waitFor();
  assert.match(await cell(page, "bingbot").innerText(), /Allowed/);
  assert.match(await cell(page, "Googlebot").innerText(), /Blocked/);
  await cell(page, "bingbot").click();
  await until(page, "#why", "By Google’s own code it is disallowed by line 2");
});

onPage("crawlers can be filtered, and purposes open and close", async (page) => {
  await page.fill("#filter", "openai");
  await page.locator(".token", { hasText: /^GPTBot$/ }).waitFor();
  assert.equal(await page.locator(".token", { hasText: /^bingbot$/ }).count(), 0);
  await page.fill("#filter", "nothing like it");
  await until(page, "#matrix", "No known crawler");
  await page.fill("#filter", "");
  const toggle = page.locator('[data-purpose="seo"]');
  assert.equal(await toggle.getAttribute("aria-expanded"), "false");
  await toggle.click();
  await page.locator(".token", { hasText: /^AhrefsBot$/ }).waitFor();
});

onPage("a comparison shows every change with its URL and both rules", async (page) => {
  await paste(page, "User-agent: *\nDisallow: /a\n\nUser-agent: MyBot\nDisallow:");
  await page.locator("#tab-compare").click();
  await paste(page, "User-agent: *\nDisallow: /b\n\nUser-agent: MyBot\nDisallow: /", "#before");
  await until(page, "#changes tr", "Now blocked");
  const rows = (await page.locator("#changes tbody tr").allInnerTexts()).map((row) => row.replace(/\s+/g, " "));
  assert.ok(rows.some((row) => /Now blocked \/a .* Disallow: \/a line 2/.test(row)), rows.join("\n"));
  assert.ok(rows.some((row) => /Now allowed \/b Disallow: \/b line 2/.test(row)), rows.join("\n"));
  assert.ok(rows.some((row) => /MyBot ✓ ?Now allowed \/ Disallow: \/ line 5/.test(row)), rows.join("\n"));
});

onPage("a long comparison does not cover the footer", async (page) => {
  const lines = (letter) => `User-agent: *\n${Array.from({ length: 30 }, (_, number) => `Disallow: /${letter}${number}\n`).join("")}`;
  await paste(page, lines("a"));
  await page.locator("#tab-compare").click();
  await paste(page, lines("b"), "#before");
  await until(page, "#changes h2", "30 changes block URLs");
  const [changes, footer] = await page.evaluate(() => ["#changes", "footer"].map((selector) => document.querySelector(selector).getBoundingClientRect()));
  assert.ok(footer.top >= changes.bottom, `${footer.top}, ${changes.bottom}`);
});

onPage("a comparison says clearly that nothing changes", async (page) => {
  await paste(page, "User-agent: *\nDisallow: /a\nDisallow: /a/b");
  await page.locator("#tab-compare").click();
  await paste(page, "User-agent: *\nDisallow: /%61", "#before");
  await until(page, "#changes .good", "Changes nothing");
  await until(page, "#changes .good", "holds for all crawlers and all URLs");
  await page.locator("#reset-before").click();
  await until(page, "#changes .good", "Both files are the same.");
});

onPage("a preset writes a file, which can be used and undone", async (page) => {
  const old = await text(page);
  const preview = (words) => page.waitForFunction((words) => document.querySelector("#preview").textContent.includes(words), words);
  await page.locator("#tab-create").click();
  await preview("User-agent: GPTBot");
  await page.getByLabel("Block everything").check();
  await preview("# All other crawlers may fetch nothing.\nUser-agent: *\nDisallow: /\n");
  // `*` does not apply to this crawler.
  await preview("\nUser-agent: AdsBot-Google\n");
  await page.getByLabel("Search engines only").check();
  await preview("# Admitted: search engines\n");
  await preview("# - search engines: all may crawl\n# - AI training: all blocked\n");
  await page.getByLabel("Allow everything").check();
  await page.fill("#closed", "/cart\nsearch");
  await page.fill("#sitemap", "https://example.org/sitemap.xml");
  await preview("User-agent: *\nDisallow: /cart\nDisallow: /search\n\nSitemap: https://example.org/sitemap.xml\n");
  const made = await page.locator("#preview").evaluate((preview) => preview.textContent);
  await page.locator("#use-preview").click();
  assert.equal(await text(page), made);
  await page.locator("#notice").getByRole("button", { name: "Undo" }).click();
  assert.equal(await text(page), old);
});

onPage("purposes are blocked one by one", async (page) => {
  await page.locator("#tab-create").click();
  await page.getByLabel("Allow everything").check();
  await page.getByLabel(/^SEO and marketing/).check();
  await until(page, "#preview", "User-agent: AhrefsBot");
  assert.doesNotMatch(await page.locator("#preview").innerText(), /GPTBot/);
});

onPage("all other crawlers stay blocked if one purpose is admitted", async (page) => {
  await page.locator("#tab-create").click();
  await page.getByLabel("Block everything").check();
  await page.getByLabel(/^SEO and marketing/).uncheck();
  await until(page, "#preview", "# All other crawlers may fetch nothing.");
  assert.ok(await page.locator("#closed").isDisabled());
  await page.getByLabel("All other crawlers", { exact: true }).uncheck();
  await until(page, "#preview", "# All other crawlers may fetch everything.");
});

onPage("a link contains the file, the URLs and the crawlers, and nothing is sent", async (page, url) => {
  const shared = "User-agent: *\nDisallow: /é\u{1F600}\n";
  await paste(page, shared);
  await ask(page, "/é", "/other");
  await page.fill("#token", "MyBot");
  await page.keyboard.press("Enter");
  await page.locator("#share").click();
  await until(page, "#notice", "Nothing was uploaded");
  const link = page.url();
  assert.match(link, /#1\.[\w-]+$/);
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
  // Another browser has its own storage.
  const other = await serve();
  const opened = await openPage(browser.context, link.replace(url, other.url));
  assert.equal(await text(opened), shared);
  assert.equal(await opened.inputValue("#urls"), "/é\n/other");
  await cell(opened, "MyBot").waitFor();
  await opened.close();
  await other.close();
});

test("damaged fragments are ignored", async () => {
  const server = await serve();
  const bomb = await import("node:zlib").then(({ deflateRawSync }) => deflateRawSync(Buffer.alloc(300 << 20, 32)).toString("base64url"));
  const wrong = (value) => import("node:zlib").then(({ deflateRawSync }) => deflateRawSync(JSON.stringify(value)).toString("base64url"));
  const fragments = [
    "1.", "1.AAAA", "1.%00", "1.💥", "x", "1.!!!", `1.${bomb}`, `1.${await wrong(null)}`, `1.${await wrong({ text: 1, urls: [], tokens: "x" })}`,
    `1.${await wrong([])}`, `1.${(await wrong({ text: "x".repeat(999), urls: "", tokens: [] })).slice(0, 9)}`,
  ];
  for (const fragment of fragments) {
    const page = await openPage(browser.context, `${server.url}#${fragment}`);
    await until(page, "#notice", "This link is damaged");
    assert.match(await text(page), /museum/, fragment.slice(0, 60));
    assert.deepEqual(page.errors, []);
    await page.evaluate(() => localStorage.clear());
    await page.close();
  }
  await server.close();
});

onPage("examples can be tried", async (page) => {
  const names = (await page.locator("#examples option").allInnerTexts()).slice(1);
  assert.ok(names.length >= 4);
  for (const label of names) {
    const old = await text(page);
    await page.selectOption("#examples", { label });
    if (label !== names[0]) assert.notEqual(await text(page), old);
    await page.locator("td.allowed, td.blocked").first().waitFor();
  }
});

onPage("a file is opened and saved with its line ends", async (page) => {
  const bytes = "User-agent: *\r\nDisallow: /saved\r\n";
  await page.setInputFiles("#file", { name: "robots.txt", mimeType: "text/plain", buffer: Buffer.from(bytes) });
  await until(page, "#notice", "Opened “robots.txt”.");
  assert.equal(await text(page), bytes.replaceAll("\r\n", "\n"));
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save").click()]);
  assert.equal(download.suggestedFilename(), "robots.txt");
  assert.equal(readFileSync(await download.path(), "utf8"), bytes);
});

async function drop(page, name, bytes, editor = "#editor") {
  await page.evaluate(([name, bytes, editor]) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(bytes)], name));
    for (const type of ["dragenter", "dragover", "drop"]) document.querySelector(`${editor} .cm-content`).dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  }, [name, [...bytes], editor]);
}

async function saved(page) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save").click()]);
  return readFileSync(await download.path(), "latin1");
}

const open = (page, bytes, name = "robots.txt") => page.setInputFiles("#file", { name, mimeType: "text/plain", buffer: Buffer.from(bytes, "latin1") });

onPage("a file that is saved without a change keeps every byte", async (page) => {
  for (const [name, bytes] of Object.entries({
    "CR": "User-agent: *\rDisallow: /a\r", "mixed": "User-agent: *\r\nDisallow: /b\nDisallow: /c\r\n", "UTF-8 BOM": "\xef\xbb\xbfUser-agent: *\nDisallow: /d",
    "UTF-16": Buffer.from("\ufeffUser-agent: *\nDisallow: /e", "utf16le").toString("latin1"), "latin-1": "User-agent: *\nDisallow: /caf\xe9", "empty": "",
  })) {
    await open(page, bytes, name);
    await until(page, "#notice", name);
    assert.equal(await saved(page), bytes, name);
  }
});

onPage("an edited file is saved with its line ends, also after a reload, and another file with its own", async (page) => {
  for (const [end, place] of [["\r\n", 0], ["\r", 1]]) {
    await open(page, ["User-agent: *", `Disallow: /${place}`, ""].join(end));
    await until(page, "#editor", `/${place}`);
    await page.locator("#editor .cm-content").focus();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("Allow: /x");
    const expected = ["User-agent: *", `Disallow: /${place}`, "Allow: /x"].join(end);
    assert.equal(await saved(page), expected);
    await page.reload();
    await page.waitForSelector("#summary .pill:nth-child(2)");
    assert.equal(await saved(page), expected);
  }
  await page.selectOption("#examples", { label: "A shop" });
  assert.doesNotMatch(await saved(page), /\r/);
});

onPage("a link that is opened does not discard the file", async (page, url) => {
  await page.selectOption("#examples", { label: "A shop" });
  await page.locator("#share").click();
  await until(page, "#notice", "Nothing was uploaded");
  const link = page.url();
  const other = await browser.context.newPage();
  for (const [opened, mine] of [[page, "User-agent: mine\nDisallow: /1"], [other, "User-agent: mine\nDisallow: /2"]]) {
    if (opened === other) await opened.goto(url);
    await opened.waitForSelector("#summary .pill:nth-child(2)");
    await paste(opened, mine);
    await ask(opened, "/mine");
    if (opened === other) {
      await opened.reload();
      await opened.waitForSelector("#summary .pill:nth-child(2)");
    }
    await opened.goto(link);
    await until(opened, "#notice", "This file is from the link.");
    assert.match(await text(opened), /checkout/);
    assert.equal(opened.url(), link);
    await opened.getByRole("button", { name: "Undo" }).click();
    assert.equal(await text(opened), mine);
    assert.equal(await opened.inputValue("#urls"), "/mine");
    assert.doesNotMatch(opened.url(), /#/);
  }
  await other.close();
});

onPage("a link to a comparison opens the comparison", async (page, url) => {
  await paste(page, "User-agent: *\nDisallow: /a");
  await page.locator("#tab-compare").click();
  await paste(page, "User-agent: *\nDisallow: /b", "#before");
  await page.locator("#share").click();
  await until(page, "#notice", "Nothing was uploaded");
  const link = page.url();
  const other = await serve();
  const opened = await browser.context.newPage();
  await opened.goto(link.replace(url, other.url));
  await opened.locator("#changes h2").waitFor();
  assert.match(await text(opened, "#before"), /\/b/);
  await opened.close();
  await other.close();
});

onPage("a file that is too long for a link is not shared", async (page) => {
  // Random text cannot be compressed.
  const long = await page.evaluate(() => Array.from({ length: 30_000 }, () => crypto.randomUUID() + crypto.randomUUID()).join("\n"));
  await open(page, long);
  await until(page, "#notice", "Opened");
  await page.locator("#share").click();
  await until(page, "#notice", "too long for a link");
  assert.doesNotMatch(page.url(), /#/);
});

onPage("an example can be undone with its URLs, and arrow keys go through all examples", async (page) => {
  await paste(page, "User-agent: mine\nDisallow: /");
  await ask(page, "/my/own");
  assert.equal(await page.inputValue("#examples"), "");
  await page.selectOption("#examples", { label: "A shop" });
  await page.locator("#notice").getByRole("button", { name: "Undo" }).click();
  assert.equal(await text(page), "User-agent: mine\nDisallow: /");
  assert.equal(await page.inputValue("#urls"), "/my/own");
  await page.locator("#examples").focus();
  const seen = new Set();
  for (let presses = 0; presses < 5; presses++) {
    await page.keyboard.press("ArrowDown");
    seen.add(await text(page));
  }
  assert.equal(seen.size, 5);
  // Undo skips the examples in between.
  await page.locator("#notice").getByRole("button", { name: "Undo" }).click();
  assert.equal(await text(page), "User-agent: mine\nDisallow: /");
});

onPage("every file that was opened is one step of undo", async (page) => {
  for (const name of ["a", "b", "c"]) {
    await open(page, `User-agent: ${name}`, name);
    await until(page, "#editor", `User-agent: ${name}`);
  }
  await page.locator("#editor .cm-content").focus();
  for (const name of ["b", "a"]) {
    await page.keyboard.press("ControlOrMeta+z");
    assert.equal(await text(page), `User-agent: ${name}`);
  }
});

onPage("the headings of long URLs of one site differ", async (page) => {
  await ask(page, ...["one", "two"].map((name) => `https://www.example.org/a/long/path/to/page/${name}`), "https://www.example.org");
  await page.locator("thead th", { hasText: "page/two" }).waitFor();
  assert.deepEqual(await page.locator("thead .url").allInnerTexts(), ["/a/long/…h/to/page/one", "/a/long/…h/to/page/two", "/"]);
});

onPage("two files are opened to compare them", async (page) => {
  await page.locator("#tab-compare").click();
  const choose = (button, name, words) => Promise.all([page.waitForEvent("filechooser"), page.locator(button).click()]).then(([chooser]) => chooser.setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(words) }));
  await choose("#open-before", "old.txt", "User-agent: *\nDisallow: /old");
  await until(page, "#before", "/old");
  await choose("#open", "new.txt", "User-agent: *\nDisallow: /new");
  await until(page, "#after", "/new");
  assert.equal(await text(page, "#before"), "User-agent: *\nDisallow: /old");
  await until(page, "#changes h2", "1 change blocks URLs, 1 change opens URLs");
  await drop(page, "older.txt", Buffer.from("User-agent: *\nDisallow: /older"), "#before");
  await until(page, "#before", "/older");
  assert.equal(await text(page, "#after"), "User-agent: *\nDisallow: /new");
});

onPage("an explanation stays open while a URL is typed", async (page) => {
  await page.selectOption("#examples", { label: "Common mistakes" });
  await page.locator("#mistakes summary").first().click();
  await page.locator("#urls").focus();
  await page.keyboard.type("/typed");
  await page.locator("thead th", { hasText: "/typed" }).waitFor();
  await page.waitForTimeout(300);
  assert.ok(await page.locator("#mistakes details").first().evaluate((details) => details.open));
});

onPage("the chosen URL stays chosen if it moves", async (page) => {
  await ask(page, "/a", "/b");
  await cell(page, "bingbot", 1).click();
  await until(page, "#why h3", "bingbot may fetch /b");
  await ask(page, "/new", "/a", "/b");
  await until(page, "#why h3", "bingbot may fetch /b");
  assert.equal(await page.locator('td[aria-selected="true"]').getAttribute("data-url"), "2");
});

onPage("a retired crawler can be added, and a known one is shown", async (page) => {
  await page.fill("#token", "anthropic-ai");
  await page.keyboard.press("Enter");
  await cell(page, "anthropic-ai").first().click();
  await until(page, "#why", "No longer used");
  await page.fill("#token", "semrushbot");
  await page.keyboard.press("Enter");
  await cell(page, "SemrushBot").waitFor();
});

onPage("a long section shows its first crawlers, and the others on request", async (page) => {
  assert.ok(await cell(page, "GPTBot").isVisible());
  assert.equal(await cell(page, "MojeekBot").count(), 0);
  await page.locator("#matrix .more").first().focus();
  await page.keyboard.press("Enter");
  await cell(page, "MojeekBot").waitFor();
  assert.ok(await page.evaluate(() => document.activeElement.matches("td[data-url]")));
});

onPage("invisible characters are shown", async (page) => {
  await paste(page, "User-agent: *\nDisallow: /\u202elive\u200b\u0007\tx");
  const names = await page.locator("#editor .unseen").allInnerTexts();
  assert.deepEqual(names, ["U+202E", "U+200B", "U+0007"]);
});

onPage("a file is dropped, and undo brings the old one back", async (page) => {
  const old = await text(page);
  await drop(page, "robots.txt", Buffer.from("User-agent: *\nDisallow: /dropped"));
  await until(page, "#editor", "/dropped");
  assert.equal(await text(page), "User-agent: *\nDisallow: /dropped");
  await page.locator("#editor .cm-content").focus();
  await page.keyboard.press("ControlOrMeta+z");
  assert.equal(await text(page), old);
});

onPage("a binary file is rejected, and the current file stays", async (page) => {
  const old = await text(page);
  const png = Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex");
  for (const [name, bytes, words] of [
    ["logo.png", png, "“logo.png” is not a text file"],
    ["robots.txt.gz", Buffer.from("1f8b08000000000000034b", "hex"), "is compressed (gzip)"],
    ["zeros", Buffer.alloc(4000), "“zeros” is not a text file"],
  ]) {
    await drop(page, name, bytes);
    await until(page, "#notice", words);
    assert.equal(await text(page), old);
  }
});

onPage("bytes that are not UTF-8 are opened with a warning", async (page) => {
  await drop(page, "latin.txt", Buffer.from("User-agent: *\nDisallow: /caf\xe9", "latin1"));
  await until(page, "#notice", "is not UTF-8");
  await drop(page, "utf16.txt", Buffer.from("\ufeffUser-agent: *\nDisallow: /x", "utf16le"));
  await until(page, "#notice", "is UTF-16");
  assert.equal(await text(page), "User-agent: *\nDisallow: /x");
});

onPage("the state of the page survives a reload", async (page) => {
  await paste(page, "User-agent: kept\nDisallow: /kept");
  await ask(page, "/kept/x");
  await page.fill("#token", "kept");
  await page.keyboard.press("Enter");
  await cell(page, "kept").waitFor();
  await page.reload();
  await cell(page, "kept").waitFor();
  assert.equal(await text(page), "User-agent: kept\nDisallow: /kept");
  assert.equal(await page.inputValue("#urls"), "/kept/x");
  await cell(page, "bingbot").click();
  await page.locator("#tab-compare").click();
  await page.reload();
  await page.locator("#changes h2").waitFor();
  await page.locator("#tab-test").click();
  await until(page, "#why h3", "bingbot may fetch /kept/x");
});
