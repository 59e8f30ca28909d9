// A form that writes a robots.txt.

import type { Crawler, NewFile, Product } from "./answers";
import { make } from "./dom";
import type { Engine } from "./engine";
import { PURPOSES } from "./purposes";
import { listed } from "./summary";

interface Preset {
  name: string;
  about: string;
  choices: string[];
  disallowed: boolean;
}

// `ai` means every way into every AI product, and everything that is on lists of AI crawlers.
const PRESETS: Preset[] = [
  { name: "Allow everything", about: "Every crawler may fetch every page.", choices: [], disallowed: true },
  { name: "No AI training", about: "Crawlers that collect training data may not crawl. All others may.", choices: ["ai-training"], disallowed: true },
  { name: "No AI at all", about: "No training, no assistants’ answers, no pages read for a person: this closes every way into every AI product.", choices: ["ai", "ai-training", "ai-input"], disallowed: true },
  { name: "Search engines only", about: "Known search engines may crawl. No other crawler may.", choices: ["search"], disallowed: false },
  { name: "Block everything", about: "For staging sites. The site disappears from search results.", choices: [], disallowed: false },
];

const SIGNALS: Record<string, string> = { search: "Search results with links", "ai-input": "AI assistants’ answers", "ai-train": "AI model training" };
const KEY = "robots-create";

interface Kept {
  preset: number;
  choices: string[];
  others: boolean;
  closed: string;
  sitemap: string;
  signals: string[];
}

export class Create {
  private sitemap = make("input", { type: "url", id: "sitemap", placeholder: "https://www.example.org/sitemap.xml", maxlength: 2000 });
  private paths = make("textarea", { id: "closed", rows: 3, placeholder: "/search\n/cart", spellcheck: "false", wrap: "off", maxlength: 100_000 });
  private boxes: HTMLInputElement[] = [];
  private radios: HTMLInputElement[] = [];
  private others = make("input", { type: "checkbox", value: "*", change: () => this.customise() });
  private signals: HTMLSelectElement[] = [];
  text = "";

  constructor(form: HTMLFormElement, private preview: HTMLElement, private leftOpen: HTMLElement, private engine: Engine, crawlers: Crawler[]) {
    const presets = PRESETS.map((preset, place) => {
      const radio = make("input", { type: "radio", name: "preset", id: `preset-${place}`, change: () => this.use(preset) });
      this.radios.push(radio);
      return make("label", { class: "choice", for: radio.id }, radio, make("span", {}, make("strong", {}, preset.name), make("span", { class: "muted" }, preset.about)));
    });
    const choice = (value: string, name: string, about: string, number?: number) => {
      const box = make("input", { type: "checkbox", value, change: () => this.customise() });
      this.boxes.push(box);
      const counted = number === undefined ? null : make("span", { class: "muted" }, String(number), make("span", { class: "hidden" }, " crawlers"));
      return make("label", { class: "choice small", title: about }, box, make("span", {}, name, " ", counted));
    };
    const purposes = Object.entries(PURPOSES)
      .map(([purpose, { name, about }]) => ({ purpose, name, about, number: crawlers.filter((crawler) => crawler.purpose === purpose && crawler.status !== "retired").length }))
      .filter(({ number }) => number > 0);
    const all = choice("ai", "Everything AI", "Every way into every AI product, and crawlers that public lists call AI crawlers");
    const signals = Object.entries(SIGNALS).map(([key, name]) => {
      const select = make("select", { id: `signal-${key}`, "data-signal": key }, ...[["", "says nothing"], ["yes", "yes"], ["no", "no"]].map(([value, text]) => make("option", { value }, text)));
      this.signals.push(select);
      return make("p", { class: "row" }, make("label", { for: select.id }, name), select);
    });
    form.append(
      make("fieldset", { class: "presets" }, make("legend", {}, "Start from"), ...presets),
      make("fieldset", { class: "grid" }, make("legend", { id: "purposes" }, "Block crawlers by purpose"), all,
        ...purposes.map(({ purpose, name, about, number }) => choice(purpose, name, about, number)),
        make("label", { class: "choice small" }, this.others, make("span", {}, "All other crawlers"))),
      make("p", {}, make("label", { for: "closed" }, "Paths to block for all other crawlers, one per line"), this.paths),
      make("p", {}, make("label", { for: "sitemap" }, "Sitemap"), this.sitemap),
      make("fieldset", { class: "signals" }, make("legend", {}, "State how content may be used (Content-Signal)"), ...signals,
        make("p", { class: "muted" }, "A statement for crawlers that may crawl. It doesn’t block any.")),
    );
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => this.write());
    const first = this.radios[1];
    if (first) first.checked = true;
    if (!this.restore()) this.use(PRESETS[1] as Preset);
  }

  private use(preset: Preset): void {
    this.others.checked = !preset.disallowed;
    for (const box of this.boxes) box.checked = preset.choices.includes(box.value) === preset.disallowed && (preset.choices.length > 0 || !preset.disallowed);
    this.write();
  }

  private customise(): void {
    for (const radio of this.radios) radio.checked = false;
    this.write();
  }

  // The fields survive a reload.
  private keep(): void {
    const kept: Kept = {
      preset: this.radios.findIndex((radio) => radio.checked), choices: this.boxes.filter((box) => box.checked).map((box) => box.value), others: this.others.checked,
      closed: this.paths.value, sitemap: this.sitemap.value, signals: this.signals.map(({ value }) => value),
    };
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // Storage is unavailable or full.
    }
  }

  private restore(): boolean {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Kept> | null;
      if (!kept || !Array.isArray(kept.choices)) return false;
      this.radios.forEach((radio, place) => (radio.checked = place === kept.preset));
      for (const box of this.boxes) box.checked = kept.choices.includes(box.value);
      this.others.checked = kept.others === true;
      this.paths.value = String(kept.closed ?? "").slice(0, 100_000);
      this.sitemap.value = String(kept.sitemap ?? "").slice(0, 2000);
      this.signals.forEach((select, place) => (select.value = ["yes", "no"].find((value) => value === kept.signals?.[place]) ?? ""));
    } catch {
      // Storage is unavailable or damaged.
      return false;
    }
    this.write();
    return true;
  }

  private write(): void {
    const checked = this.boxes.filter((box) => box.checked).map((box) => box.value);
    const unchecked = this.boxes.filter((box) => !box.checked).map((box) => box.value);
    const paths = this.paths.value.split("\n").map((path) => path.trim()).filter(Boolean);
    const closed = paths.map((path) => (/^[/*]/.test(path) ? path : `/${path}`));
    const sitemap = this.sitemap.value.trim();
    const signals = this.signals.filter(({ value }) => value).map(({ value, dataset }) => `${dataset.signal}=${value}`);
    const use = ({ text, leftOpen }: NewFile) => {
      this.text = text;
      this.preview.textContent = text;
      this.engine.latest("products", [text], (products) => this.showOpen(leftOpen, products), () => this.leftOpen.replaceChildren());
    };
    // Blocking all crawlers except some is written the other way round.
    const { checked: blocksOthers } = this.others;
    this.paths.disabled = blocksOthers;
    const [disallow, allow] = blocksOthers ? [[], unchecked] : [checked, []];
    this.engine.latest("preset", [{ disallow, allow, closed: blocksOthers ? ["/"] : closed, sitemaps: sitemap ? [sitemap] : [], signals }], use, () => (this.preview.textContent = ""));
    this.keep();
  }

  // What the file leaves open: AI products' doors, and crawlers that the user may have wanted to block.
  private showOpen(leftOpen: NewFile["leftOpen"], products: Product[]): void {
    const rows: HTMLElement[] = [];
    const add = (name: string, tokens: string[], why: string) => {
      if (tokens.length) rows.push(make("li", {}, make("strong", {}, name), why, ": ", tokens.join(", ")));
    };
    const open = (door: string, state: string) => products.filter((product) => product.doors.some((its) => its.door === door && its.state === state && !its.isWebSearch)).map(({ name }) => name);
    add("AI training", open("training", "allowed"), ", open for");
    add("AI search and answers", open("search", "allowed"), ", open for");
    add("AI on request", open("request", "allowed"), ", open for");
    const noSay = products.filter((product) => product.doors.some(({ state }) => state === "no-say")).map(({ name }) => name);
    add("No say", noSay, ": robots.txt can’t close some or all of the ways into them");
    add("Web search", leftOpen.filter(({ product }) => product !== null).map(({ token, product }) => `${token} (${product})`), ", not blocked because the site would disappear from web search, too");
    add("Unknown purpose", leftOpen.filter(({ product }) => product === null).map(({ token }) => token), ", not blocked because their purpose isn’t documented");
    this.leftOpen.replaceChildren(
      make("details", { open: true }, make("summary", {}, rows.length ? "What this file leaves open" : `This file leaves nothing open to ${listed(["training", "search and answers", "requests"])} of AI products`), make("ul", {}, ...rows)),
    );
  }
}
