// AI products, and the doors through which they get pages.

import type { Product, Site } from "./answers";
import { make, visible } from "./dom";
import { DOORS, listed } from "./summary";

type Door = Product["doors"][number];

const WORDS: Record<Site | "no-say", string> = { allowed: "Allowed", partly: "Parts", disallowed: "Blocked", "no-say": "No say" };
const SYMBOLS: Record<Site | "no-say", string> = { allowed: "✓", partly: "◐", disallowed: "✕", "no-say": "–" };
const NO_SAY = "the operator documents that the crawler ignores robots.txt, or doesn’t document a token for it";
const STATES: Record<Site | "no-say", string> = { allowed: "allowed", partly: "partly", disallowed: "blocked", "no-say": "unsaid" };

export function showProducts(into: HTMLElement, products: Product[], ask: (token: string) => void, jump: (line: number) => void): void {
  const shown = JSON.stringify(products);
  if (into.dataset.shown === shown) return;
  into.dataset.shown = shown;
  const token = (name: string, shown = name) => make("button", { type: "button", class: "line name", title: `Ask about ${name}`, "data-token": name, click: () => ask(name) }, shown);
  const cell = (product: Product, kind: keyof typeof DOORS): HTMLElement => {
    const door = product.doors.find((door) => door.door === kind);
    const label = { "data-label": DOORS[kind].name };
    if (!door) return make("td", { ...label, class: "none" }, make("span", { class: "muted" }, make("span", { "aria-hidden": "true" }, "–"), make("span", { class: "hidden" }, "has none")));
    return make(
      "td", { ...label, class: STATES[door.state], "data-door": door.door, "data-state": door.state },
      make("span", { class: "answer", ...(door.state === "no-say" ? { title: `No say: ${NO_SAY}` } : {}) }, make("span", { "aria-hidden": "true", class: "symbol" }, SYMBOLS[door.state]), make("span", { class: "word" }, WORDS[door.state])),
      make("span", { class: "tokens" }, ...door.tokens.map((name) => token(name)), ...(door.tokens.length ? [] : door.listed.map((name) => token(name, `(${name})`))), ...source(door)),
    );
  };
  const doors = Object.entries(DOORS) as [keyof typeof DOORS, { name: string; about: string }][];
  const table = make(
    "table", { "aria-label": "AI products" },
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Product"), ...doors.map(([, { name, about }]) => make("th", { scope: "col", title: about }, name)))),
    make("tbody", {}, ...products.map((product) => make(
      "tr", { "data-product": product.name },
      make("th", { scope: "row" }, make("span", { class: "token" }, product.name), make("span", { class: "operator" }, product.operator)),
      ...doors.map(([kind]) => cell(product, kind)),
    ))),
  );
  into.replaceChildren(
    ...statements(products, jump),
    table,
    make("p", { class: "notes muted" },
      `No say: ${NO_SAY}. `, "Names in parentheses only appear in lists. ",
      "Also web search: blocking this crawler takes the site out of the operator’s web search, too."),
  );
}

function source(door: Door): HTMLElement[] {
  const parts: HTMLElement[] = [];
  if (door.isWebSearch) parts.push(make("span", { class: "tag" }, "also web search"));
  if (door.source && /^https:\/\//.test(door.source)) {
    parts.push(make("a", { class: "source", href: door.source, rel: "noopener noreferrer", target: "_blank", title: "The operator’s documentation" }, make("span", { class: "hidden" }, `${door.tokens.join(", ")} `), "source"));
  }
  return parts;
}

// Lines that state how content may be used, with the products that they apply to.
function statements(products: Product[], jump: (line: number) => void): HTMLElement[] {
  const lines = new Map<number, { text: string; names: string[] }>();
  for (const { name, statements } of products) {
    for (const { line, text } of statements) {
      const known = lines.get(line) ?? { text, names: [] };
      known.names.push(name);
      lines.set(line, known);
    }
  }
  if (!lines.size) return [];
  const items = [...lines].sort(([one], [other]) => one - other).slice(0, 20).map(([line, { text, names }]) => make(
    "li", {}, make("code", {}, visible(text, 160)), " ", make("button", { type: "button", class: "line", click: () => jump(line) }, `line ${line}`),
    names.length === products.length ? ", for every product" : `, for ${listed(names, 4)}`,
  ));
  return [make("div", { class: "stated" }, make("p", {}, "The file also states how its content may be used. A statement doesn’t block any crawler:"), make("ul", {}, ...items))];
}
