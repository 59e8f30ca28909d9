// The summary of a file, with buttons that lead to the answers.

import type { Crawler, Matrix, Mistakes, Product } from "./answers";
import { count, make, visible } from "./dom";

// Blocking is a choice, so it has no colour. Red is for search engines that are shut out, and for lines that have no effect.
type Tone = "bad" | "plain";

interface Pill {
  // Where the button leads.
  to: "search" | "products" | "mistakes" | "editor";
  tone: Tone;
  text: string;
}

export const DOORS: Record<Product["doors"][number]["door"], { name: string; about: string }> = {
  training: { name: "Training", about: "Models are trained on pages" },
  search: { name: "Search and answers", about: "An index that the assistant answers from and cites" },
  request: { name: "On request", about: "A page that a person asks the assistant to read" },
};

// Without these, few sites are found.
const MAJOR = ["Googlebot", "bingbot"];

export function listed(names: string[], most = 3): string {
  const shown = names.length > most + 1 ? [...names.slice(0, most), `${names.length - most} more`] : names;
  return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : (shown[0] ?? "");
}

function searchEngines(crawlers: Crawler[], matrix: Matrix): Pill {
  const engines = crawlers
    .map(({ token, purpose, status }, row) => ({ token, purpose, status, site: matrix.rows[row]?.site }))
    .filter(({ purpose, status }) => purpose === "search" && status !== "retired");
  const blocked = engines.filter(({ site }) => site === "disallowed").map(({ token }) => token);
  const pill = (tone: Tone, text: string): Pill => ({ to: "search", tone, text });
  if (blocked.length === engines.length) return pill("bad", "Search engines may not crawl this site");
  const major = MAJOR.filter((name) => blocked.includes(name));
  if (major.length) return pill("bad", `${listed(major)} may not crawl this site`);
  if (blocked.length) return pill("plain", `Search engines may crawl this site, except ${listed(blocked)}`);
  const partly = engines.some(({ site }) => site === "partly");
  return pill("plain", partly ? "Search engines may crawl this site, except some pages" : "Search engines may crawl this site");
}

function door(products: Product[], name: keyof typeof DOORS): Pill {
  const decided = products
    .flatMap((product) => product.doors.map((door) => ({ ...door, product: product.name })))
    .filter(({ door, state }) => door === name && state !== "no-say");
  const blocked = decided.filter(({ state }) => state === "disallowed").map(({ product }) => product);
  const partly = decided.some(({ state }) => state === "partly");
  const said = blocked.length === decided.length
    ? "blocked for every product"
    : blocked.length
      ? `blocked for ${listed(blocked)}`
      : partly ? "allowed, except some pages" : "allowed";
  const names = { training: "AI training", search: "AI search", request: "AI requests" };
  return { to: "products", tone: "plain", text: `${names[name]}: ${said}` };
}

function statements(products: Product[]): Pill[] {
  const said = [...new Set(products.flatMap(({ statements }) => statements.map(({ text }) => text)))];
  const [first] = said;
  return first === undefined ? [] : [{ to: "products", tone: "plain", text: `States ${visible(first, 60)}${said.length > 1 ? ` and ${said.length - 1} more` : ""}` }];
}

export function summarise(
  into: HTMLElement, crawlers: Crawler[], matrix: Matrix | null, products: Product[] | null, mistakes: Mistakes | null, content: "empty" | "address" | "file",
  go: (to: Pill["to"]) => void,
): void {
  const parts: Pill[] = [];
  if (content === "address") parts.push({ to: "editor", tone: "plain", text: "This is the address of a file, not the file itself" });
  else if (content === "empty") parts.push({ to: "editor", tone: "plain", text: "The file is empty, so every crawler may fetch everything" });
  else {
    if (matrix) parts.push(searchEngines(crawlers, matrix));
    if (products) parts.push(door(products, "training"), door(products, "search"), door(products, "request"), ...statements(products));
    if (mistakes) {
      const notes = mistakes.total - mistakes.warnings;
      const said = [mistakes.warnings > 0 && count(mistakes.warnings, "mistake"), notes > 0 && count(notes, "note")].filter(Boolean);
      parts.push({ to: "mistakes", tone: mistakes.warnings > 0 ? "bad" : "plain", text: said.length ? said.join(", ") : "No mistakes" });
    }
  }
  const shown = JSON.stringify(parts);
  if (into.dataset.shown === shown) return;
  into.dataset.shown = shown;
  into.replaceChildren(...parts.map(({ to, tone, text }) => make("button", { type: "button", class: `pill ${tone}`, "data-to": to, click: () => go(to) }, text)));
}
