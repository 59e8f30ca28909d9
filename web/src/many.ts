// A table with many URLs as rows and some crawlers as columns.

import type { Crawler, Page } from "./answers";
import { Combobox, type Option } from "./combobox";
import { count, make, notify, visible } from "./dom";
import { saveAs } from "./files";
import { answerCell } from "./matrix";
import { COLUMNS, isToken } from "./share";

export const ROWS = 500;
const SETS = "robots-sets";
const SET_LIMIT = 30;
// Separates several crawlers' names.
const SEPARATORS = /[,;\r\n]+/;

export interface Answers {
  pages: Page[];
  // For each crawler, one letter per URL.
  letters: string[];
}

interface Row {
  head: HTMLElement;
  cells: HTMLElement[];
}

// Sets that everybody can use. The names are tokens from the table of crawlers.
const READY: Record<string, string[]> = {
  "Search engines": ["Googlebot", "bingbot", "Applebot", "DuckDuckBot", "YandexBot", "Baiduspider"],
  "AI training": ["GPTBot", "ClaudeBot", "Google-Extended", "CCBot", "meta-externalagent", "Applebot-Extended", "Amazonbot", "Bytespider"],
  "AI search and answers": ["OAI-SearchBot", "Claude-SearchBot", "PerplexityBot", "meta-webindexer", "Amzn-SearchBot", "DuckAssistBot"],
};

function storedSets(): Record<string, string[]> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(SETS) ?? "{}");
    const entries = Object.entries(kept as Record<string, unknown>);
    const isList = (value: unknown): value is string[] => Array.isArray(value) && value.every((name) => typeof name === "string");
    return Object.fromEntries(entries.filter((entry): entry is [string, string[]] => isList(entry[1])).slice(0, SET_LIMIT));
  } catch {
    // Storage is unavailable or damaged.
    return {};
  }
}

export class ManyView {
  readonly urls = make("textarea", { id: "urls", rows: 3, maxlength: 100_000, placeholder: "https://www.example.org/\n/shop/lamp", spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off" });
  readonly origin = make("input", { type: "text", id: "origin", inputmode: "url", placeholder: "www.example.org", spellcheck: "false", autocapitalize: "off", autocomplete: "off", maxlength: 2000 });
  private chips = make("div", { class: "chips" });
  private picker = make("select", { id: "set" });
  private note = make("p", { class: "muted", id: "many-note", role: "status" });
  private table = make("div", { id: "table", tabindex: 0, role: "group", "aria-label": "Answers for each URL" });
  private buttons = [
    make("button", { type: "button", class: "quiet", id: "copy-csv", click: () => void this.copy() }, "Copy CSV"),
    make("button", { type: "button", class: "quiet", id: "save-csv", click: () => saveAs(this.csv(), "robots-answers.csv", "text/csv;charset=utf-8") }, "Save CSV"),
  ];
  private sets = storedSets();
  private rows: Row[] = [];
  private shape = "";
  private shown: string[] = [];
  private answers: Answers = { pages: [], letters: [] };
  columns: string[] = [];

  constructor(
    into: HTMLElement, crawlers: Crawler[], options: () => Option[],
    private changed: () => void, private ask: (token: string, url: string) => void,
  ) {
    const combo = make("div", { class: "combo" });
    const adding = new Combobox(combo, "column", "Add a crawler", "Add a crawler", () => options().filter(({ value }) => !this.columns.includes(value)), () => "", (typed) => this.addNames(typed, options()));
    adding.input.addEventListener("paste", (event) => {
      // The field has a single line, but lists of names may have many.
      const pasted = event.clipboardData?.getData("text/plain") ?? "";
      if (!SEPARATORS.test(pasted.trim())) return;
      event.preventDefault();
      adding.close();
      this.addNames(pasted, options());
    });
    this.picker.addEventListener("change", () => {
      const [, kind, name = ""] = /^(own|ready):(.*)$/s.exec(this.picker.value) ?? [];
      const set = (kind === "own" ? this.sets : READY)[name];
      this.picker.value = "";
      if (set) this.add(set);
    });
    const name = make("input", { type: "text", id: "set-name", "aria-label": "Name of this set", placeholder: "Name of this set", maxlength: 60, autocomplete: "off" });
    const save = make("form", { class: "row", id: "save-set" }, name, make("button", { type: "submit", class: "quiet" }, "Keep set"), make("button", { type: "button", class: "quiet", id: "drop-set", click: () => this.drop(name.value.trim()) }, "Delete set"));
    save.addEventListener("submit", (event) => {
      event.preventDefault();
      this.keep(name.value.trim());
    });
    into.append(
      make("div", { class: "asked" },
        make("div", { class: "row" },
          make("label", { for: "urls", class: "muted" }, "URLs or paths, one per line"),
          make("label", { for: "origin", class: "muted" }, "File of"), this.origin),
        make("div", { class: "lists" },
          this.urls,
          make("div", {}, combo, make("label", { for: "set", class: "hidden" }, "Use a set of crawlers"), this.picker)),
        this.chips,
        make("div", { class: "row end" }, this.note, ...this.buttons, make("details", {}, make("summary", {}, "Save as a set"), save))),
      this.table,
    );
    this.urls.addEventListener("input", () => this.changed());
    this.origin.addEventListener("input", () => this.changed());
    const known = new Set(crawlers.map(({ token }) => token));
    for (const [set, names] of Object.entries(READY)) READY[set] = names.filter((token) => known.has(token));
    this.listSets();
  }

  list(): string[] {
    return [...new Set(this.urls.value.split("\n").map((url) => url.trim()).filter(Boolean))];
  }

  private add(columns: string[]): void {
    const next = [...new Set(columns)];
    if (next.length > COLUMNS) notify(`The table has room for ${COLUMNS} crawlers.`);
    this.columns = next.slice(0, COLUMNS);
    this.changed();
  }

  // Adds one crawler, or several whose names are separated by commas or line breaks.
  private addNames(typed: string, known: Option[]): void {
    const names = typed.split(SEPARATORS).map((name) => name.trim().slice(0, 200)).filter(Boolean);
    const tokens = names.filter(isToken).map((name) => known.find(({ value }) => value.toLowerCase() === name.toLowerCase())?.value ?? name);
    this.add([...this.columns, ...tokens]);
    if (tokens.length < names.length) notify("A crawler’s name begins with a letter, a digit, “-”, “_” or “.”.");
  }

  private listSets(): void {
    const group = (label: string, prefix: string, names: string[]) => (names.length ? make("optgroup", { label }, ...names.map((name) => make("option", { value: prefix + name }, name))) : null);
    this.picker.replaceChildren(make("option", { value: "" }, "Sets of crawlers"), ...[group("Your sets", "own:", Object.keys(this.sets)), group("Ready", "ready:", Object.keys(READY))].filter((node) => node !== null));
  }

  private store(message: string): void {
    this.listSets();
    try {
      localStorage.setItem(SETS, JSON.stringify(this.sets));
      notify(message, "good");
    } catch {
      notify("This browser doesn’t store anything, so the set only lasts until you close the page.");
    }
  }

  private keep(name: string): void {
    if (!name) notify("A set needs a name.");
    else if (!this.columns.length) notify("Add crawlers first: this set is empty.");
    else if (!(name in this.sets) && Object.keys(this.sets).length === SET_LIMIT) notify(`There are ${SET_LIMIT} sets already. Delete one first.`);
    else {
      this.sets = { ...this.sets, [name]: this.columns };
      this.store(`Saved the set “${visible(name, 60)}”.`);
    }
  }

  private drop(name: string): void {
    if (!(name in this.sets)) {
      notify(name ? `There is no set “${visible(name, 60)}”.` : "Enter the name of the set to delete.");
      return;
    }
    const { [name]: _, ...others } = this.sets;
    this.sets = others;
    this.store(`Deleted the set “${visible(name, 60)}”.`);
  }

  show(urls: string[], answers: Answers): void {
    this.answers = answers;
    this.shown = urls;
    const all = this.list().length;
    const refused = answers.pages.filter(({ objection }) => objection !== null).length;
    const foreign = answers.pages.filter(({ covered }) => !covered).length;
    this.note.textContent = [
      all > ROWS ? `The first ${ROWS} of ${count(all, "URL")}` : count(all, "URL"), refused && `${refused} refused`, foreign && `${foreign} on another host`,
    ].filter(Boolean).join(", ");
    for (const button of this.buttons) button.disabled = !urls.length || !this.columns.length;
    const origins = new Set(answers.pages.map(({ origin }) => origin).filter((origin) => origin !== null));
    const shape = JSON.stringify([urls, this.columns, answers.pages]);
    if (shape !== this.shape) {
      this.shape = shape;
      this.showChips();
      this.build(urls, answers.pages, origins.size > 1);
    }
    this.rows.forEach(({ cells }, row) => cells.forEach((cell, column) => answerCell(cell, answers.letters[column]?.[row] ?? "")));
  }

  private showChips(): void {
    // The table's headings have the same buttons.
    const chips = this.shown.length ? [] : this.columns;
    this.chips.replaceChildren(...chips.map((token) => make("span", { class: "chip" }, ...this.named(token))));
  }

  private named(token: string): (Node | string)[] {
    const name = visible(token, 60);
    return [name, make("button", { type: "button", class: "icon remove", "aria-label": `Remove ${name}`, click: () => this.add(this.columns.filter((other) => other !== token)) }, "×")];
  }

  private build(urls: string[], pages: Page[], showsHosts: boolean): void {
    if (!urls.length || !this.columns.length) {
      this.rows = [];
      this.table.replaceChildren(make("p", { class: "empty" }, urls.length ? "Add crawlers: each becomes a column." : "Enter or paste URLs: each becomes a row."));
      return;
    }
    const body = make("tbody");
    this.rows = urls.map((url, row) => {
      const page = pages[row] ?? { objection: null, origin: null, covered: true };
      const path = showsHosts ? url : url.replace(/^https?:\/\/[^/?#]*/i, "") || "/";
      const head = make("th", { scope: "row", title: visible(url, 2000) }, make("code", {}, visible(path, 120)), page.covered ? null : make("span", { class: "tag" }, "another host, which this file doesn’t cover"));
      const line = make("tr", {}, head);
      if (page.objection !== null) {
        line.append(make("td", { colspan: this.columns.length, class: "refused" }, `No answer: ${page.objection.replaceAll("`", "")}`));
        body.append(line);
        return { head, cells: [] };
      }
      // On narrow screens, each cell names its crawler, because the headings scroll away with the page.
      const cells = this.columns.map((token) => make("td", { "data-label": visible(token, 60) }));
      line.append(...cells);
      body.append(line);
      return { head, cells };
    });
    // There is one listener for thousands of cells. Keyboard users can ask through the field above.
    body.addEventListener("click", (event) => {
      const cell = (event.target as HTMLElement).closest("td");
      const row = this.rows.findIndex(({ cells }) => cell !== null && cells.includes(cell));
      const token = this.columns[this.rows[row]?.cells.indexOf(cell as HTMLTableCellElement) ?? -1];
      const url = urls[row];
      if (token !== undefined && url !== undefined) this.ask(token, url);
    });
    this.table.replaceChildren(make("table", { "aria-label": "Answers for each URL" },
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "URL"), ...this.columns.map((token) => make("th", { scope: "col" }, ...this.named(token))))), body));
  }

  // As specified in RFC 4180. A value that a spreadsheet would mistake for a formula gets an apostrophe.
  private csv(): string {
    const quoted = (value: string) => {
      const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
      return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
    };
    const words = (letter: string) => ({ a: "allowed", b: "blocked" })[letter.toLowerCase()] ?? "";
    const rows = this.shown.map((url, row) => {
      const page = this.answers.pages[row];
      const refusal = page?.objection ?? (page?.covered === false ? "another host" : null);
      return [url, ...this.columns.map((_, column) => (page?.objection != null ? "" : words(this.answers.letters[column]?.[row] ?? ""))), refusal ?? ""];
    });
    return [["URL", ...this.columns, "Note"], ...rows].map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
  }

  private async copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.csv());
      notify("Copied the table as CSV.", "good");
    } catch {
      notify("This browser doesn’t let the page copy text. Save the table instead.");
    }
  }
}
