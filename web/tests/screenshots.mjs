// Takes screenshots of the page at four widths in both themes, for review: `node tests/screenshots.mjs
// FOLDER`.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { browse, openPage, paste, serve } from "./harness.mjs";

const folder = process.argv[2] ?? "screenshots";
mkdirSync(folder, { recursive: true });
const server = await serve();
const { context, close } = await browse();
const only = process.argv[3];
const LARGE = `User-agent: *\n${Array.from({ length: 15_000 }, (_, number) => (number % 40 ? `Disallow: /category-${number}/item\n` : `Disallow: /*?page=${number}\n`)).join("")}`;

for (const width of [360, 768, 1280, 1920]) {
  for (const theme of ["light", "dark"]) {
    const isWide = width >= 1000;
    const page = await openPage(context, server.url);
    await page.setViewportSize({ width, height: width === 1280 ? 800 : 1000 });
    await page.emulateMedia({ colorScheme: theme });
    const shoot = async (name) => {
      if (only && !name.includes(only)) return;
      await page.waitForTimeout(300);
      await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`), fullPage: !isWide });
    };
    const choose = async (name) => {
      await page.selectOption("#examples", { label: name });
      await page.waitForTimeout(400);
    };
    await choose("A museum");
    await shoot("test");
    await page.locator("#view-crawlers").click();
    await shoot("crawlers");
    await page.locator("#view-many").click();
    await page.fill("#urls", "/\n/staff/rota\nhttps://shop.example/staff/\nhttps://www.example.org/search?q=x\nnot a url\n/collection/loans/a.jpg");
    await page.fill("#origin", "www.example.org");
    await shoot("many");
    await page.locator("#view-products").click();
    await page.locator("#crawler").click();
    await shoot("combobox");
    await page.keyboard.press("Escape");
    await choose("Common mistakes");
    await shoot("mistakes");
    await page.locator("#editor .cm-lintRange").first().hover();
    await page.locator(".cm-tooltip .cm-diagnostic").first().waitFor();
    await shoot("hover");
    await choose("Where Google differs");
    await page.locator("#view-crawlers").click();
    await page.fill("#url", "/private");
    await shoot("badges");
    await page.locator("#view-products").click();
    await page.setInputFiles("#file", { name: "logo.png", mimeType: "image/png", buffer: Buffer.from("89504e470d0a1a0a0000", "hex") });
    await page.locator("#notice p").waitFor();
    await shoot("refused");
    await page.locator("#notice button.icon").click();
    await choose("Common mistakes");
    await page.locator("#tab-compare").click();
    await paste(page, "User-agent: *\nDisallow: /cart\n\nUser-agent: SlowBot\nDisallow:\n", "#before");
    await shoot("compare");
    await page.locator("#reset-before").click();
    await shoot("compare-same");
    await page.locator("#tab-create").click();
    await shoot("create");
    await page.locator("#tab-test").click();
    await paste(page, "");
    await page.fill("#url", "");
    await shoot("empty");
    await page.fill("#url", "not a url");
    await page.locator("#why .refused").waitFor();
    await shoot("no-answer");
    await paste(page, "https://www.example.org/");
    await page.locator("#offer a").waitFor();
    await shoot("errors");
    await paste(page, LARGE);
    await page.fill("#url", "/category-17/item");
    await page.waitForTimeout(1500);
    await shoot("large");
    await page.evaluate(() => localStorage.clear());
    if (page.errors.length) console.log(width, theme, page.errors);
    await page.close();
  }
}
await close();
await server.close();
