// A server for the built page, and a browser.

import { createServer } from "node:http";
import { existsSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const web = dirname(dirname(fileURLToPath(import.meta.url)));
export const dist = join(web, "dist");

const TYPES = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml",
  ".md": "text/plain; charset=utf-8",
};

/** Serves `dist`, in a folder, as a static host might, or with the mark of the program. */
export async function serve({ isServed = false } = {}) {
  const mark = (html) => html.replace("<meta charset", '<meta name="robots-serve" content="1"><meta charset');
  const marked = (file) => (isServed && file.endsWith("index.html") ? mark(readFileSync(file, "utf8")) : readFileSync(file));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const name = pathname.replace(/^\/tester\//, "");
    const file = join(dist, normalize(`/${name || "index.html"}`));
    if (!pathname.startsWith("/tester/") || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(marked(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A test that fails does not close its server, which must not keep the process alive.
  server.unref();
  return {
    url: `http://127.0.0.1:${server.address().port}/tester/`,
    // Connections that the browser keeps open would delay closing.
    close: () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())),
  };
}

const CHROMIUM = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Starts a browser with an empty profile. */
export async function browse(options = {}) {
  const executablePath = CHROMIUM.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error("there is no Chromium: install it (apt-get install chromium), or name it in CHROMIUM");
  const profile = await mkdtemp(join(tmpdir(), "robots-page-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args: [
      "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
      "--disable-sync",
    ],
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
    ...options,
  });
  return {
    context,
    close: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** Waits until the page has answered. */
export const answered = (page) => page.waitForSelector('#summary [data-to="mistakes"], #summary [data-to="editor"]');

/** Opens the page and waits until it has answered. */
export async function openPage(context, url) {
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.errors = errors;
  await page.goto(url);
  await answered(page);
  return page;
}

/** Replaces the text of the editor as a user would. */
export async function paste(page, text, editor = "#editor") {
  await page.locator(`${editor} .cm-content`).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  // One event, as for text from the clipboard.
  await page.evaluate((inserted) => {
    const data = new DataTransfer();
    data.setData("text/plain", inserted);
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}
