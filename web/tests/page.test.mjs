// The contents and behaviour of the page, in a real browser.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { answered, browse, openPage, paste, serve } from "./harness.mjs";

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

const cell = (page, token) => page.locator("#matrix tr", { has: page.locator(".token", { hasText: new RegExp(`^${token}$`) }) }).locator("td[data-row]");
const text = (page, editor = "#editor") => page.locator(`${editor} .cm-line`).allInnerTexts().then((lines) => lines.map((line) => line.replace(/\n$/, "")).join("\n"));
const ask = (page, url) => page.fill("#url", url);
/** Asks about a crawler as a user would: by typing its name. */
async function askFor(page, token) {
  await page.locator("#crawler").click();
  await page.fill("#crawler", token);
  await page.keyboard.press("Enter");
}
const show = (page, view) => page.locator(`#view-${view}`).click();
const until = (page, selector, words) => page.locator(selector, { hasText: words }).first().waitFor({ timeout: 10_000 });

onPage("the summary is neutral about choices, and red only where search engines are shut out or lines do nothing", async (page) => {
  await paste(page, "User-agent: *\nDisallow: /");
  await until(page, "#summary .bad", "Search engines may not crawl this site");
  await until(page, "#summary .plain", "AI training: blocked for every product");
  await paste(page, "User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n\nUser-agent: *\nDisallow: /private");
  await until(page, "#summary .plain", "Search engines may crawl this site, except some pages");
  await until(page, "#summary .plain", "AI training: blocked for ChatGPT and Common Crawl");
  await page.locator('#summary .plain[data-to="mistakes"]').waitFor();
  assert.equal(await page.locator("#summary .bad").count(), 0);
  await paste(page, "User-agent: PetalBot\nDisallow: /");
  await until(page, "#summary .plain", "Search engines may crawl this site, except PetalBot");
  await paste(page, "User-agent: bingbot\nDisallow: /");
  await until(page, "#summary .bad", "bingbot may not crawl this site");
  await paste(page, "User-agent: *\nDissallow: /x\nDisallow: private");
  await until(page, "#summary .bad", /^\d+ mistakes?/);
  await paste(page, "User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /");
  await until(page, "#summary .plain", "States content-signal: search=yes, ai-train=no".replace("content-signal", "Content-Signal"));
  await paste(page, "");
  await until(page, "#summary .plain", "every crawler may fetch everything");
});

onPage("the summary's buttons lead to the answers", async (page) => {
  await paste(page, "User-agent: *\nDisallow: /a\nDissallow: /x");
  await page.locator('#summary [data-to="search"]').click();
  assert.ok(await page.locator("#crawlers").isVisible());
  assert.equal(await page.evaluate(() => document.activeElement.dataset.purpose), "search");
  await page.locator('#summary [data-to="products"]').first().click();
  assert.ok(await page.locator("#products").isVisible());
  await page.locator('#summary [data-to="mistakes"]').click();
  assert.equal(await page.evaluate(() => document.activeElement.id), "mistakes");
});

onPage("a row for each AI product has three doors, with words and tokens", async (page) => {
  await paste(page, "User-agent: GPTBot\nUser-agent: ChatGPT-User\nDisallow: /\n\nUser-agent: *\nContent-Signal: ai-train=no\nDisallow: /x");
  const door = (product, kind) => page.locator(`#products [data-product="${product}"] [data-door="${kind}"]`);
  await page.locator('[data-product="ChatGPT"] [data-door="training"][data-state="disallowed"]').waitFor();
  assert.match((await door("ChatGPT", "training").innerText()).replace(/\s+/g, " "), /✕ ?Blocked GPTBot/);
  assert.match(await door("ChatGPT", "search").innerText(), /Parts\s+OAI-SearchBot/);
  // Its operator documents that it ignores robots.txt.
  assert.match(await door("ChatGPT", "request").innerText(), /No say\s+ChatGPT-User/);
  assert.match(await door("Grok", "training").innerText(), /No say/);
  assert.match(await door("Copilot", "search").innerText(), /also web search/);
  assert.ok((await page.locator("#products tbody tr").count()) > 15);
  // The statement is for all whom the group for `*` binds.
  assert.match(await page.locator("#products .stated").innerText(), /doesn’t block any crawler:\s+Content-Signal: ai-train=no line 6, for ChatGPT, Claude,/);
  await page.locator("#products .stated button").click();
  assert.match(await page.locator("#editor .cm-activeLine").innerText(), /ai-train/);
  await door("ChatGPT", "training").locator("button").click();
  await until(page, "#why .answer", "GPTBot may not fetch");
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
  await askFor(page, "bingbot");
  await until(page, "#why .answer.allowed", "bingbot may fetch /a/b/c");
  assert.deepEqual(await page.locator("#editor .line-decides-allowed").allInnerTexts(), ["Allow: /a/b"]);
  assert.deepEqual(await page.locator("#editor .line-overruled").allInnerTexts(), ["Disallow: /a"]);
  assert.deepEqual(await page.locator("#editor .line-agent").allInnerTexts(), ["User-agent: *"]);
  await ask(page, "/a");
  await page.locator("#editor .line-decides-blocked", { hasText: "Disallow: /a" }).waitFor();
});

onPage("the question is answered in large words, with the rule, its line, and how the group was selected", async (page) => {
  await paste(page, "User-agent: *\nAllow: /\n\nUser-agent: googlebot\nDisallow: /private\n");
  await ask(page, "/private/x");
  await askFor(page, "Googlebot");
  await until(page, "#why .answer", "Googlebot may not fetch /private/x");
  assert.equal(await page.locator("#why .verdict").innerText(), "✕No, blocked");
  assert.ok((await page.locator("#why .verdict").evaluate((verdict) => parseFloat(getComputedStyle(verdict).fontSize))) > 20);
  const why = await page.locator("#why").innerText();
  assert.match(why, /Disallow: \/private in line 5/);
  assert.match(why, /User-agent: googlebot in line 4/);
  await page.locator("#why summary").click();
  assert.match(await page.locator("#why").innerText(), /Google, search engines/);
  await askFor(page, "Googlebot-Image");
  await until(page, "#why", "because no group names Googlebot-Image");
  await askFor(page, "bingbot");
  await until(page, "#why .answer.allowed", "Yes, allowed");
});

onPage("all crawlers are listed for this URL by purpose, blocked ones first", async (page) => {
  await paste(page, "User-agent: YandexBot\nUser-agent: Seznambot\nDisallow: /x");
  await ask(page, "/x");
  await show(page, "crawlers");
  await cell(page, "YandexBot").waitFor();
  const words = (await page.locator("#matrix tbody").first().locator("td[data-row] .word").allInnerTexts()).slice(0, 4);
  assert.deepEqual(words, ["Blocked", "Blocked", "Allowed", "Allowed"]);
  const blocked = cell(page, "YandexBot");
  assert.equal((await blocked.innerText()).replace(/\s+/g, ""), "✕Blocked");
  assert.equal(await blocked.getAttribute("class"), "blocked");
  await blocked.click();
  await until(page, "#why .answer.blocked", "YandexBot may not fetch /x");
  await cell(page, "YandexBot").and(page.locator('[aria-selected="true"]')).waitFor();
});

onPage("the crawler is chosen from the table, from the file, or by any name", async (page) => {
  await paste(page, "User-agent: shopbot\nDisallow: /x\n\nUser-agent: GPTBot\nDisallow: /");
  await ask(page, "/x");
  await page.locator("#crawler").click();
  await until(page, "#crawler-list .group", "In this file");
  assert.deepEqual((await page.locator('#crawler-list [role="group"]').first().locator(".token").allInnerTexts()), ["shopbot", "GPTBot"]);
  // By keyboard: the first suggestion that begins with what was typed.
  await page.fill("#crawler", "perplex");
  await page.keyboard.press("Enter");
  await until(page, "#why .answer", "PerplexityBot may fetch /x");
  assert.equal(await page.inputValue("#crawler"), "PerplexityBot");
  await page.locator("#crawler").click();
  await page.fill("#crawler", "microsoft");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  assert.match(await page.inputValue("#crawler"), /bing/i);
  await page.locator("#crawler").click();
  await page.fill("#crawler", "zzz");
  await page.keyboard.press("Escape");
  assert.match(await page.inputValue("#crawler"), /bing/i);
  await askFor(page, "ShopBot");
  await until(page, "#why .answer.blocked", "ShopBot may not fetch /x");
});

onPage("the answers change with every keystroke", async (page) => {
  await paste(page, "User-agent: *\nDisallow: /");
  await ask(page, "/abc");
  await page.locator("#why .answer.blocked").waitFor();
  await page.locator("#editor .cm-content").focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("x");
  await page.locator("#why .answer.allowed").waitFor();
  await page.keyboard.press("Backspace");
  await page.locator("#why .answer.blocked").waitFor();
});

onPage("a name of one's own is kept and removed", async (page) => {
  await paste(page, "User-agent: *\nDisallow: /x");
  await ask(page, "/x");
  await askFor(page, "My-Bot");
  await until(page, "#why .answer.blocked", "My-Bot may not fetch /x");
  await show(page, "crawlers");
  await cell(page, "My-Bot").waitFor();
  await page.getByRole("button", { name: "Remove My-Bot" }).click();
  await cell(page, "My-Bot").waitFor({ state: "detached" });
  assert.equal(await page.inputValue("#crawler"), "Googlebot");
});

onPage("statements on use, and a delay that Googlebot ignores, stand in the answer", async (page) => {
  await paste(page, "User-agent: *\nCrawl-delay: 10\nContent-Signal: ai-train=no\nContent-Usage: search=y\nAllow: /");
  await until(page, "#why", "The file asks for 10 s between requests. Google documents that Googlebot ignores it.");
  await until(page, "#why", "Content-Signal: ai-train=no in line 3");
  await until(page, "#why", "Content-Usage: search=y in line 4");
  await askFor(page, "MyBot");
  await until(page, "#why", "Whether MyBot obeys it is not documented. Googlebot ignores it.");
  // A crawler that need not obey is named with the answer, and not only in the details.
  await askFor(page, "ChatGPT-User");
  await page.locator("#why > dl", { hasText: "OpenAI says that ChatGPT-User doesn’t have to obey robots.txt." }).waitFor();
});

onPage("what is no page gets no answer, as in the program", async (page) => {
  await ask(page, "not a url");
  await until(page, "#why .refused", "not a url is neither an absolute URL nor a path that begins with /");
  await ask(page, "www.example.org/x");
  await until(page, "#why .refused", "did you mean https://www.example.org/x?");
  await ask(page, "mailto:a@b.example");
  await until(page, "#why .refused", "the URL has no host");
});

onPage("many URLs are rows, and chosen crawlers columns", async (page) => {
  await paste(page, "User-agent: *\nDisallow: /a\n\nUser-agent: GPTBot\nDisallow: /");
  await show(page, "many");
  await page.fill("#urls", "/a\n/b\nnot a url\nhttps://shop.example/a\nhttps://www.example.org/b");
  await page.locator("#table tbody tr").nth(4).waitFor();
  const rows = async () => (await page.locator("#table tr").allInnerTexts()).map((row) => row.replace(/\s+/g, " ").trim());
  await page.getByRole("button", { name: "Remove OAI-SearchBot" }).click();
  await page.getByRole("button", { name: "Remove PerplexityBot" }).click();
  await page.getByRole("button", { name: "Remove ClaudeBot" }).click();
  await page.getByRole("button", { name: "Remove bingbot" }).click();
  await page.waitForFunction(() => document.querySelectorAll("#table thead th").length === 3);
  assert.deepEqual(await rows(), [
    "URL Googlebot× GPTBot×", "/a ✕ Blocked ✕ Blocked", "/b ✓ Allowed ✕ Blocked", "not a url No answer: neither an absolute URL nor a path that begins with /",
    // The hosts differ, so they are shown.
    "https://shop.example/a ✕ Blocked ✕ Blocked", "https://www.example.org/b ✓ Allowed ✕ Blocked",
  ].map((row) => row.replace(/([✕✓]) /g, "$1")));
  await page.fill("#origin", "www.example.org");
  await until(page, "#table tr", /shop\.example\/a\s*another host, which this file doesn’t cover/);
  await until(page, "#many-note", "5 URLs, 1 refused, 1 on another host");
  await page.locator("#copy-csv").click();
  await until(page, "#notice", "Copied the table");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()).then((csv) => csv.replaceAll("\r", "")), [
    "URL,Googlebot,GPTBot,Note", "/a,blocked,blocked,", "/b,allowed,blocked,", "not a url,,,neither an absolute URL nor a path that begins with `/`",
    "https://shop.example/a,blocked,blocked,another host", "https://www.example.org/b,allowed,blocked,", "",
  ].join("\n"));
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save-csv").click()]);
  assert.equal(download.suggestedFilename(), "robots-answers.csv");
  // A cell asks the question above.
  await page.locator("#table tbody tr").nth(1).locator("td").nth(1).click();
  await until(page, "#why .answer", "GPTBot may not fetch /b");
});

onPage("500 URLs and 10 crawlers are answered at once, and a set of crawlers is kept", async (page) => {
  await paste(page, "User-agent: *\nDisallow: /p1");
  await show(page, "many");
  await page.fill("#urls", Array.from({ length: 600 }, (_, number) => `/p${number}`).join("\n"));
  for (const name of ["CCBot", "YandexBot", "My-Own", "AhrefsBot"]) {
    await page.locator("#column").click();
    await page.fill("#column", name);
    await page.keyboard.press("Enter");
  }
  await page.waitForFunction(() => document.querySelectorAll("#table td").length === 5000);
  await until(page, "#many-note", "The first 500 of 600 URLs");
  assert.equal(await page.locator("#table td.blocked").count(), 10 * 111);
  await page.locator("#many summary").click();
  await page.fill("#set-name", "My ten");
  await page.keyboard.press("Enter");
  await until(page, "#notice", "Saved the set “My ten”.");
  await page.selectOption("#set", { label: "Search engines" });
  await page.waitForFunction(() => document.querySelectorAll("#table thead th").length === 7);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll("#table thead th").length === 7);
  await page.selectOption("#set", { label: "My ten" });
  await page.waitForFunction(() => document.querySelectorAll("#table thead th").length === 11);
});

onPage("the URLs of an example go when one's own file comes, and stay while the example is edited", async (page) => {
  await page.selectOption("#examples", { label: "A shop" });
  await page.locator("#editor .cm-content").focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("# mine");
  assert.match(await page.inputValue("#url"), /sort=price/);
  await paste(page, "User-agent: *\nDisallow: /mine\n");
  await page.waitForFunction(() => document.querySelector("#url").value === "/");
  assert.equal(await page.inputValue("#urls"), "");
  // A file that names the same crawlers and shares a rule is another file. One's own question stays.
  await page.selectOption("#examples", { label: "A museum" });
  await paste(page, "User-agent: *\nDisallow: /search\nDisallow: /cart\n\nUser-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n");
  await page.waitForFunction(() => document.querySelector("#url").value === "/");
  assert.equal(await page.inputValue("#urls"), "");
  await page.selectOption("#examples", { label: "A museum" });
  await ask(page, "/my/page");
  await paste(page, "User-agent: GPTBot\nDisallow: /\n");
  await page.waitForFunction(() => document.querySelector("#urls").value === "");
  assert.equal(await page.inputValue("#url"), "/my/page");
});

onPage("several crawlers are added at once: a list of names is typed with commas, or pasted with a name in each line", async (page) => {
  await paste(page, "User-agent: *\nDisallow: /a\n");
  await show(page, "many");
  await page.fill("#urls", "/a");
  const names = () => page.locator("#table thead th").evaluateAll((heads) => heads.slice(1).map(({ innerText }) => innerText.replace(/\s*×$/, "")));
  await page.waitForFunction(() => document.querySelectorAll("#table thead th").length > 1);
  const first = await names();
  await page.locator("#column").click();
  await page.keyboard.type("ccbot, Amazonbot,MyBot");
  await page.keyboard.press("Enter");
  await page.waitForFunction((columns) => document.querySelectorAll("#table thead th").length === columns, first.length + 4);
  assert.deepEqual((await names()).slice(-3), ["CCBot", "Amazonbot", "MyBot"]);
  // The list of names lies above the headings of the table, and within the window.
  await page.locator("#column").click();
  const [onTop, right] = await page.locator("#column-list").evaluate((list) => {
    const { left, top, right, height } = list.getBoundingClientRect();
    return [[0.3, 0.6, 0.9].every((part) => list.contains(document.elementFromPoint(left + 20, top + height * part))), right];
  });
  assert.ok(onTop && right <= (await page.viewportSize()).width);
  await page.evaluate(() => navigator.clipboard.writeText("Applebot\nyandexbot\n"));
  await page.keyboard.press("ControlOrMeta+v");
  await page.waitForFunction((columns) => document.querySelectorAll("#table thead th").length === columns, first.length + 6);
  assert.deepEqual((await names()).slice(-2), ["Applebot", "YandexBot"]);
  assert.ok(await page.locator("#column-list").isHidden());
});

onPage("on a phone the page scrolls, and nothing in it but editors", async (page) => {
  await page.setViewportSize({ width: 360, height: 740 });
  // What could be scrolled up and down by itself.
  const inner = () => page.evaluate(() => [...document.querySelectorAll("body *")]
    .filter((element) => element.checkVisibility() && !element.closest(".cm-editor, textarea, .options") && /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 1)
    .map((element) => `${element.localName}#${element.id}.${element.className}`));
  const nothing = async (where) => {
    assert.deepEqual(await inner(), [], where);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${where} is too wide`);
  };
  const letters = "abcdefghij".split("");
  await paste(page, `User-agent: *\n${letters.map((letter) => `Disallow ${letter}\nDisalow: /${letter}#\nNo${letter}index: /\n`).join("")}User-agent: GPTBot\nDisallow: /\n`);
  await page.locator("#mistakes .unfold").waitFor();
  assert.equal(await page.locator("#mistakes li:visible").count(), 5);
  await nothing("mistakes");
  await page.locator("#mistakes .unfold").click();
  assert.ok((await page.locator("#mistakes li:visible").count()) > 5);
  assert.ok(await page.evaluate(() => document.activeElement.matches("#mistakes li:nth-child(6) button.line")));
  await nothing("all mistakes");
  await page.locator("#why summary").click();
  await nothing("products");
  await show(page, "crawlers");
  await page.locator('[data-purpose="seo"]').click();
  await nothing("crawlers");
  await show(page, "many");
  await page.fill("#urls", Array.from({ length: 60 }, (_, number) => `/page/${number}`).join("\n"));
  await page.waitForFunction(() => document.querySelectorAll("#table tbody tr").length === 60);
  await nothing("many URLs");
  // Far from the headings, each cell still names its crawler.
  assert.match(await page.locator("#table tbody tr").last().locator("td").first().evaluate((cell) => getComputedStyle(cell, "::after").content), /Googlebot/);
  await page.locator("#tab-compare").click();
  await paste(page, `User-agent: *\n${Array.from({ length: 40 }, (_, number) => `Disallow: /old/${number}\n`).join("")}`, "#before");
  await until(page, "#changes h2", "newly");
  await nothing("a comparison");
  await page.locator("#tab-create").click();
  await until(page, "#preview", "User-agent: GPTBot");
  await nothing("a new file");
  await page.locator("#tab-test").click();
  await paste(page, "www.example.org");
  await page.locator("#offer a").waitFor();
  await nothing("an address");
});

onPage("the address of a file offers two ways to get the file", async (page) => {
  await paste(page, "https://www.example.org/shop?x");
  await until(page, "#offer", "a web page can’t read another host’s files");
  // An address is not judged as a file.
  await until(page, "#summary", /^This is the address of a file, not the file itself$/);
  const link = page.locator("#offer a");
  assert.equal(await link.getAttribute("href"), "https://www.example.org/robots.txt");
  assert.deepEqual([await link.getAttribute("target"), await link.getAttribute("rel")], ["_blank", "noopener noreferrer"]);
  await page.locator("#offer button").click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "robots check https://www.example.org/robots.txt / --crawler Googlebot");
  for (const [typed, address] of [["example.org", "https://example.org/robots.txt"], ["http://a.example:8080/robots.txt", "http://a.example:8080/robots.txt"]]) {
    await paste(page, typed);
    await page.locator(`#offer a[href="${address}"]`).waitFor();
    // An address is no file, so nothing is answered or marked for it.
    await until(page, "#why .empty", "the address of a robots.txt, so there is no answer yet");
    assert.ok(await page.locator("#products").isHidden());
    await page.waitForFunction(() => !document.querySelector("#editor .cm-lintRange"));
  }
  for (const file of ["User-agent: a.b", "Sitemap: https://example.org/s.xml", "robots.txt", "User-agent: *\nDisallow: /"]) {
    await paste(page, file);
    await page.waitForFunction(() => document.querySelector("#offer").hidden);
    await until(page, "#summary", "Search engines");
    await page.locator("#why .answer").waitFor();
    assert.ok(await page.locator("#products").isVisible());
  }
  assert.ok(await page.locator("#live").isHidden());
});

// The program that serves the page answers these requests.
async function served(run) {
  const server = await serve({ isServed: true });
  const page = await browser.context.newPage();
  const asked = [];
  let answer;
  await page.route("**/api/fetch?*", (route, request) => {
    asked.push([new URL(request.url()).searchParams.get("url"), request.headers()["x-robots-serve"]]);
    return route.fulfill(answer);
  });
  await page.goto(server.url);
  await answered(page);
  try {
    await run(page, asked, (body, status = 200) => (answer = status === 200 ? { status, contentType: "application/json", body: JSON.stringify(body) } : { status, contentType: "text/plain; charset=utf-8", body: `${body}\n` }));
  } finally {
    await page.close();
    await server.close();
  }
}

const LIVE = {
  url: "https://example.org/robots.txt", final_url: "https://www.example.org/robots.txt", status: 200, outcome: "found", sentence: "Crawlers obey this file.",
  redirects: [{ url: "https://example.org/robots.txt", status: 301, location: "https://www.example.org/robots.txt" }], fresh_for_seconds: 86_400, truncated: false, error: null,
  body_base64: Buffer.from("User-agent: *\r\nDisallow: /live\r\n").toString("base64"),
};

test("where the program serves the page, it fetches live files and compares them with the editor's", () => served(async (page, asked, answer) => {
  answer(LIVE);
  await page.fill("#address", "example.org");
  await page.keyboard.press("Enter");
  await until(page, "#offer", "https://www.example.org/robots.txt: status 200, 1 redirect, fresh for 24 hours.");
  await until(page, "#offer .redirects", "https://example.org/robots.txt 301 → https://www.example.org/robots.txt");
  assert.deepEqual(asked, [["https://example.org/robots.txt", "1"]]);
  // An example may be replaced.
  await until(page, "#offer", "It is in the editor.");
  assert.equal(await text(page), "User-agent: *\nDisallow: /live\n");
  await page.locator("#live button").click();
  await until(page, "#offer", "It is the same as the file in the editor.");
  await page.locator("#editor .cm-content").focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("Disallow: /mine");
  await page.locator("#live button").click();
  await page.locator("#compare-live").click();
  await until(page, "#changes h2", "1 URL pattern newly blocked");
  assert.equal(await text(page, "#before"), "User-agent: *\nDisallow: /live\n");
  await page.locator("#tab-test").click();
  await page.locator("#use-live").click();
  await until(page, "#notice", "The live file is in the editor.");
  assert.equal(await text(page), "User-agent: *\nDisallow: /live\n");
  await page.locator("#notice").getByRole("button", { name: "Undo" }).click();
  assert.match(await text(page), /mine/);
}));

test("a fetch that fails says why", () => served(async (page, asked, answer) => {
  const fetch = async (address) => {
    await page.fill("#address", address);
    await page.keyboard.press("Enter");
  };
  answer({ ...LIVE, status: 404, redirects: [], body_base64: null, sentence: "there is no robots.txt (status 404), so everything is allowed" });
  await fetch("example.org");
  await until(page, "#offer", "there is no robots.txt (status 404), so everything is allowed");
  answer({ ...LIVE, status: null, fresh_for_seconds: null, redirects: [], body_base64: null, error: "127.0.0.1 is a private address" });
  await fetch("127.0.0.1.example.org");
  await until(page, "#offer .failed", "127.0.0.1 is a private address");
  // As the program refuses a request.
  answer("too many files in a minute", 429);
  await fetch("example.org");
  await until(page, "#offer .failed", "Not fetched: too many files in a minute: try again later");
  answer("the URL is longer than 2048 bytes", 400);
  await fetch("example.org/x");
  await until(page, "#offer .failed", "Not fetched: the URL is longer than 2048 bytes");
  await fetch("no host");
  await until(page, "#notice", "neither a URL nor a host");
}));

onPage("similar lines are linked and marked each, and edited at once where that is safe", async (page) => {
  await paste(page, `User-agent: *\n${Array.from({ length: 12 }, (_, number) => `Dissallow: /x${number}\n`).join("")}Disallow: /a#b\nDisallow: /c#d\n`);
  const found = page.locator("#mistakes li", { hasText: "11 similar lines" }).first();
  await found.waitFor();
  assert.equal(await found.locator("[data-line]").count(), 6);
  assert.equal(await found.locator(".similar").innerText(), "6 more lines");
  await found.locator(".similar").click();
  assert.equal(await found.locator("[data-line]").count(), 12);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.line), "8");
  await found.locator('[data-line="13"]').click();
  assert.match(await page.locator("#editor .cm-activeLine").innerText(), /x11/);
  assert.ok((await page.locator("#editor .cm-lintRange").count()) >= 12);
  assert.ok((await found.locator("button.edit", { hasText: "Make all 12 edits" }).count()) === 1);
  await paste(page, "user agent: x\ndisalow: /a\ndisalow: /b\n");
  await page.getByRole("button", { name: "Make all 2 edits (safe)" }).click();
  await page.waitForFunction(() => document.querySelector("#editor .cm-content").innerText.includes("Disallow: /a\nDisallow: /b"));
});

onPage("a badge marks differences between Google's code and the standard", async (page) => {
  await paste(page, "User-agent: *\nDisallow /private");
  await ask(page, "/private");
  await show(page, "crawlers");
  await page.locator("td.blocked .badge").first().waitFor();
  assert.match(await cell(page, "bingbot").innerText(), /Allowed/);
  assert.match(await cell(page, "Googlebot").innerText(), /Blocked/);
  await cell(page, "bingbot").click();
  await until(page, "#why", "Under Google’s own code it is disallowed by line 2");
});

onPage("crawlers can be filtered, and purposes open and close", async (page) => {
  await show(page, "crawlers");
  await page.fill("#filter", "openai");
  await page.locator(".token", { hasText: /^GPTBot$/ }).waitFor();
  assert.equal(await page.locator(".token", { hasText: /^bingbot$/ }).count(), 0);
  await page.fill("#filter", "nothing like it");
  await until(page, "#matrix", "No known crawler is called");
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
  // The headline counts for each crawler.
  assert.equal(await page.locator("#changes h2").innerText(), "MyBot: 1 URL pattern newly allowed; everyone else: 1 URL pattern newly blocked, 1 newly allowed");
  // The lines of rules lead there.
  await page.locator("#changes tr", { hasText: "MyBot" }).getByRole("button", { name: "line 5" }).click();
  assert.equal(await page.locator("#before .cm-activeLine").innerText(), "Disallow: /");
});

onPage("a comparison marks the changed lines, and both sides scroll together", async (page) => {
  const rules = Array.from({ length: 200 }, (_, number) => `Disallow: /${number}\n`);
  await paste(page, `User-agent: *\n${rules.join("")}`);
  await page.locator("#tab-compare").click();
  // 20 lines more at the top, and another one at line 100.
  await paste(page, `# old\n${"# more\n".repeat(19)}User-agent: *\n${rules.join("").replace("/99\n", "/other\n")}`, "#before");
  await until(page, "#changed-lines", "Changed lines: 21 before, 1 after");
  await page.locator("#before .cm-scroller").evaluate((scroller) => (scroller.scrollTop = 0));
  await page.locator("#before .line-changed", { hasText: "# old" }).waitFor();
  const top = (side) => page.locator(`${side} .cm-scroller`).evaluate((scroller) => scroller.scrollTop);
  const first = (side) => page.locator(side).evaluate((side) => {
    const { top } = side.querySelector(".cm-scroller").getBoundingClientRect();
    return [...side.querySelectorAll(".cm-line")].find((line) => line.getBoundingClientRect().bottom > top + 2).innerText;
  });
  await page.locator("#after .cm-scroller").evaluate((scroller) => (scroller.scrollTop = 2000));
  await page.waitForFunction(() => document.querySelector("#before .cm-scroller").scrollTop > 2000);
  assert.equal(await first("#before"), await first("#after"));
  await page.locator("#before .cm-scroller").evaluate((scroller) => (scroller.scrollTop = 0));
  await page.waitForFunction(() => document.querySelector("#after .cm-scroller").scrollTop === 0);
  assert.equal(await top("#before"), 0);
  await page.locator("#after .cm-scroller").evaluate((scroller) => (scroller.scrollTop = 1800));
  await page.locator("#after .line-changed").first().waitFor();
  assert.equal(await page.locator("#after .line-changed").first().innerText(), "Disallow: /99");
});

onPage("the current file can be edited beside the one before the change", async (page) => {
  await paste(page, "User-agent: *\nDisallow: /a\n");
  await page.locator("#tab-compare").click();
  await page.locator("#reset-before").click();
  await paste(page, "User-agent: *\nDisallow: /a\nDisallow: /b\n", "#after");
  await until(page, "#changes h2", "1 URL pattern newly blocked");
  await until(page, "#changed-lines", "Changed lines: 0 before, 1 after");
  assert.equal(await text(page), "User-agent: *\nDisallow: /a\nDisallow: /b\n");
  await page.locator("#after .cm-content").focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("Disallow: /c");
  await until(page, "#changes h2", "2 URL patterns newly blocked");
  await page.keyboard.press("ControlOrMeta+z");
  await until(page, "#changes h2", "1 URL pattern newly blocked");
  await page.locator("#tab-test").click();
  assert.equal(await text(page), "User-agent: *\nDisallow: /a\nDisallow: /b\n");
});

onPage("a long comparison does not cover the footer", async (page) => {
  const lines = (letter) => `User-agent: *\n${Array.from({ length: 30 }, (_, number) => `Disallow: /${letter}${number}\n`).join("")}`;
  await paste(page, lines("a"));
  await page.locator("#tab-compare").click();
  await paste(page, lines("b"), "#before");
  await until(page, "#changes h2", "30 URL patterns newly blocked");
  const [changes, footer] = await page.evaluate(() => ["#changes", "footer"].map((selector) => document.querySelector(selector).getBoundingClientRect()));
  assert.ok(footer.top >= changes.bottom, `${footer.top}, ${changes.bottom}`);
});

onPage("a comparison says clearly that nothing changes", async (page) => {
  await paste(page, "User-agent: *\nDisallow: /a\nDisallow: /a/b");
  await page.locator("#tab-compare").click();
  await paste(page, "User-agent: *\nDisallow: /%61", "#before");
  await until(page, "#changes .good", "Changes nothing");
  await until(page, "#changes .good", "covers all crawlers and all URLs");
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

onPage("no AI at all means every door, and what a file leaves open is named", async (page) => {
  await page.locator("#tab-create").click();
  await until(page, "#left-open li", /^AI search and answers, open for: ChatGPT, Claude/);
  await page.getByLabel("No AI at all").check();
  await until(page, "#preview", "User-agent: OAI-SearchBot");
  const preview = await page.locator("#preview").evaluate((preview) => preview.textContent);
  for (const token of ["GPTBot", "PerplexityBot", "Claude-SearchBot", "ChatGPT-User", "Bytespider", "cohere-ai", "DeepSeekBot"]) assert.ok(preview.includes(`User-agent: ${token}\n`), token);
  await until(page, "#left-open li", /^Web search, not blocked .*: Googlebot \(AI Overviews/);
  await until(page, "#left-open li", /^Unknown purpose, not blocked .*: \w/);
  assert.doesNotMatch(await page.locator("#left-open").innerText(), /open for/);
});

onPage("a statement on use is written on request, and the fields of the form survive a reload", async (page) => {
  await page.locator("#tab-create").click();
  assert.doesNotMatch(await page.locator("#preview").innerText(), /Content-Signal/);
  await page.selectOption("#signal-ai-train", "no");
  await page.selectOption("#signal-search", "yes");
  await page.fill("#closed", "/cart");
  await page.fill("#sitemap", "https://example.org/s.xml");
  await page.getByLabel(/^SEO and marketing/).check();
  await until(page, "#preview", "User-agent: *\nDisallow: /cart\nContent-Signal: search=yes, ai-train=no");
  await until(page, "#preview", "User-agent: AhrefsBot");
  const written = await page.locator("#preview").innerText();
  await page.reload();
  await until(page, "#preview", "User-agent: AhrefsBot");
  assert.equal(await page.locator("#preview").innerText(), written);
  assert.deepEqual([await page.inputValue("#closed"), await page.inputValue("#signal-ai-train"), await page.getByLabel(/^SEO and marketing/).isChecked()], ["/cart", "no", true]);
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
  await ask(page, "/é");
  await askFor(page, "MyBot");
  await show(page, "many");
  await page.fill("#urls", "/é\n/other");
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
  assert.deepEqual([await opened.inputValue("#url"), await opened.inputValue("#crawler")], ["/é", "MyBot"]);
  assert.ok(await opened.locator("#many").isVisible());
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
    await page.locator("#why .answer").first().waitFor();
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
    await answered(page);
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
    await answered(opened);
    await paste(opened, mine);
    await ask(opened, "/mine");
    if (opened === other) {
      await opened.reload();
      await answered(opened);
    }
    await opened.goto(link);
    await until(opened, "#notice", "This file is from the link.");
    assert.match(await text(opened), /checkout/);
    assert.equal(opened.url(), link);
    await opened.getByRole("button", { name: "Undo" }).click();
    assert.equal(await text(opened), mine);
    assert.equal(await opened.inputValue("#url"), "/mine");
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
  assert.equal(await page.inputValue("#url"), "/my/own");
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

onPage("two files are opened to compare them", async (page) => {
  await page.locator("#tab-compare").click();
  const choose = (button, name, words) => Promise.all([page.waitForEvent("filechooser"), page.locator(button).click()]).then(([chooser]) => chooser.setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(words) }));
  await choose("#open-before", "old.txt", "User-agent: *\nDisallow: /old");
  await until(page, "#before", "/old");
  await choose("#open", "new.txt", "User-agent: *\nDisallow: /new");
  await until(page, "#after", "/new");
  assert.equal(await text(page, "#before"), "User-agent: *\nDisallow: /old");
  await until(page, "#changes h2", "1 URL pattern newly blocked, 1 newly allowed");
  await drop(page, "older.txt", Buffer.from("User-agent: *\nDisallow: /older"), "#before");
  await until(page, "#before", "/older");
  assert.equal(await text(page, "#after"), "User-agent: *\nDisallow: /new");
});

onPage("what is open stays open while a URL is typed, and the answer that fits stays", async (page) => {
  await page.selectOption("#examples", { label: "Common mistakes" });
  await page.locator("#mistakes summary").first().click();
  await until(page, "#why .answer", "/blog/post");
  await page.locator("#why summary").click();
  await page.evaluate(() => {
    globalThis.emptied = 0;
    new MutationObserver(() => (globalThis.emptied += document.querySelector("#why .answer") ? 0 : 1)).observe(document.querySelector("#why"), { childList: true });
  });
  await page.locator("#url").focus();
  await page.keyboard.press("End");
  await page.keyboard.type("/typed");
  await until(page, "#why .answer", "/blog/post/typed");
  await page.waitForTimeout(300);
  assert.ok(await page.locator("#mistakes details").first().evaluate((details) => details.open));
  assert.ok(await page.locator("#why details").evaluate((details) => details.open));
  assert.equal(await page.evaluate(() => globalThis.emptied), 0);
});

onPage("a retired crawler can be asked about", async (page) => {
  await askFor(page, "anthropic-ai");
  await page.locator("#why summary").click();
  await until(page, "#why", "No longer used");
});

onPage("a long section shows its first crawlers, and the others on request", async (page) => {
  await show(page, "crawlers");
  await cell(page, "GPTBot").waitFor();
  assert.ok(await cell(page, "GPTBot").isVisible());
  assert.equal(await cell(page, "MojeekBot").count(), 0);
  await page.locator("#matrix .more").first().focus();
  await page.keyboard.press("Enter");
  await cell(page, "MojeekBot").waitFor();
  assert.ok(await page.evaluate(() => document.activeElement.matches("td[data-row]")));
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
  await askFor(page, "keptBot");
  await show(page, "crawlers");
  await page.reload();
  await until(page, "#why .answer", "keptBot may fetch /kept/x");
  assert.equal(await text(page), "User-agent: kept\nDisallow: /kept");
  await cell(page, "keptBot").waitFor();
  await page.locator("#tab-compare").click();
  await page.reload();
  await page.locator("#changes h2").waitFor();
  await page.locator("#tab-test").click();
  await until(page, "#why .answer", "keptBot may fetch /kept/x");
});
