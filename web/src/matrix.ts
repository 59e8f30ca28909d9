// All crawlers by purpose, with each one's access to one URL. Blocked crawlers come first.

import type { Crawler, Matrix, Site } from "./answers";
import { make, visible } from "./dom";
import { PURPOSES, purposeName, rank } from "./purposes";

interface Row {
  // The index of the crawler's row in the answers.
  row: number;
  site: HTMLElement;
  cell: HTMLElement | null;
}

// If a section has more rows than this, only the first ones are shown.
const MANY = 20;
const FEW = 8;
const STOPS = ".toggle, .remove, .more, td[data-row]";

const SITES: Record<Site, string> = { allowed: "open", partly: "partly", disallowed: "closed" };

// Shows the answer that a letter represents, with words, a symbol and a colour.
export function answerCell(cell: HTMLElement, letter: string): void {
  if (cell.dataset.answer === letter) return;
  cell.dataset.answer = letter;
  const isAllowed = letter.toLowerCase() === "a";
  cell.className = letter ? (isAllowed ? "allowed" : "blocked") : "";
  cell.replaceChildren(
    make("span", { "aria-hidden": "true", class: "symbol" }, isAllowed ? "✓" : "✕"),
    make("span", { class: "word" }, isAllowed ? "Allowed" : "Blocked"),
    letter !== letter.toLowerCase()
      ? make("span", { class: "badge", role: "img", "aria-label": "Google's code and the published standard answer differently", title: "Google's code and the published standard answer differently" }, "≠")
      : "",
  );
}

export class MatrixView {
  private rows: Row[] = [];
  private counts: { element: HTMLElement; rows: number[] }[] = [];
  private shape = "";
  private answers: Matrix = { rows: [], named: [] };
  private hasUrl = false;
  private tokens: string[] = [];
  private focused: HTMLElement | null = null;
  private open = new Set(["yours", "search", "ai-training", "ai-input"]);
  private complete = new Set<string>();
  filter = "";
  // The product token in the question.
  chosen = "";

  constructor(
    private into: HTMLElement,
    private crawlers: Crawler[],
    private choose: (token: string) => void,
    private remove: (token: string) => void,
  ) {
    into.addEventListener("keydown", (event) => this.move(event));
    into.addEventListener("focusin", (event) => this.focus(event.target as HTMLElement));
  }

  show(answers: Matrix, url: string, tokens: string[]): void {
    this.answers = answers;
    this.hasUrl = url !== "";
    this.tokens = tokens;
    const blocked = answers.rows.map((_, row) => this.isBlocked(row));
    const shape = JSON.stringify([url, tokens, this.filter, [...this.open], blocked]);
    if (shape !== this.shape) {
      this.shape = shape;
      this.build(url, tokens);
    }
    this.fill();
  }

  // Opens a purpose's section, and moves the focus there.
  reveal(purpose: string): void {
    this.open.add(purpose);
    this.shape = "";
    this.rebuild?.();
    const toggle = this.into.querySelector<HTMLElement>(`[data-purpose="${purpose}"]`);
    toggle?.scrollIntoView({ block: "nearest" });
    toggle?.focus();
  }

  private isBlocked(row: number): boolean {
    const answer = this.answers.rows[row];
    return this.hasUrl ? answer?.cells.toLowerCase() === "b" : answer?.site === "disallowed";
  }

  private tokenOf(row: number): string {
    return this.crawlers[row]?.token ?? this.tokens[row - this.crawlers.length] ?? "";
  }

  private build(url: string, tokens: string[]): void {
    this.rows = [];
    this.counts = [];
    const refocus = this.into.contains(document.activeElement);
    const head = make(
      "thead", {},
      make("tr", {},
        make("th", { scope: "col", class: "name" }, "Crawler"),
        url ? make("th", { scope: "col", title: visible(url, 2000) }, "This URL") : null,
        make("th", { scope: "col", class: "site", title: "May the crawler fetch the whole site?" }, "Site"),
      ),
    );
    const bodies: HTMLElement[] = [];
    const needle = this.filter.trim().toLowerCase();
    const isShown = (token: string, operator: string) => `${token} ${operator}`.toLowerCase().includes(needle);
    const own = tokens
      .map((token, place) => ({ token, row: this.crawlers.length + place }))
      .filter(({ token }) => isShown(token, ""));
    if (own.length) bodies.push(this.section("yours", "Yours", "Crawlers that you added", url !== "", own.map(({ token, row }) => ({ row, token, operator: "", status: "active" as const }))));
    for (const [purpose, { about }] of Object.entries(PURPOSES)) {
      const rows = this.crawlers
        .map((crawler, row) => ({ row, token: crawler.token, operator: crawler.operator, status: crawler.status, purpose: crawler.purpose }))
        .filter((crawler) => crawler.purpose === purpose && crawler.status !== "retired" && isShown(crawler.token, crawler.operator))
        .sort((one, other) => Number(this.isBlocked(other.row)) - Number(this.isBlocked(one.row)) || rank(one.token) - rank(other.token));
      if (rows.length) bodies.push(this.section(purpose, purposeName(purpose), about, url !== "", rows, needle !== ""));
    }
    if (!bodies.length) {
      this.into.replaceChildren(make("p", { class: "empty" }, `No known crawler is called “${visible(this.filter, 60)}”. You can ask about any other name above.`));
      return;
    }
    const table = make("table", { role: "grid", "aria-label": "What each crawler may fetch" }, head, ...bodies);
    this.into.replaceChildren(table);
    const first = this.rows[0]?.cell ?? this.into.querySelector<HTMLElement>("button");
    if (first) first.tabIndex = 0;
    if (refocus) first?.focus();
  }

  private section(
    id: string, name: string, about: string, hasUrl: boolean,
    rows: { row: number; token: string; operator: string; status: Crawler["status"] }[], forced = false,
  ): HTMLElement {
    const isOpen = forced || this.open.has(id);
    const toggle = make(
      "button",
      {
        type: "button", class: "toggle", "aria-expanded": String(isOpen), title: about, tabindex: -1, "data-purpose": id,
        click: () => {
          if (this.open.has(id)) this.open.delete(id);
          else this.open.add(id);
          this.shape = "";
          this.rebuild?.();
          this.into.querySelector<HTMLElement>(`[data-purpose="${id}"]`)?.focus();
        },
      },
      name,
    );
    const counted = make("span", { class: "muted" });
    this.counts.push({ element: counted, rows: rows.map(({ row }) => row) });
    const body = make("tbody", {}, make("tr", { class: "purpose" }, make("th", { scope: "rowgroup", colspan: hasUrl ? 3 : 2 }, make("div", {}, toggle, counted))));
    const isCut = !forced && id !== "yours" && rows.length > MANY && !this.complete.has(id);
    const shown = isCut ? rows.slice(0, FEW) : rows;
    for (const { row, token, operator, status } of isOpen ? shown : []) {
      const cell = hasUrl ? make("td", { role: "gridcell", tabindex: -1, "data-row": row, click: () => this.choose(this.tokenOf(row)) }) : null;
      const site = make("td", { class: "site", role: "gridcell" });
      const tag = status === "control" ? make("span", { class: "tag", title: "No crawler sends this name: it governs how the operator uses what its other crawlers fetch" }, "token only") : null;
      const remove = id === "yours"
        ? make("button", { type: "button", class: "icon remove", "aria-label": `Remove ${visible(token, 60)}`, click: () => this.remove(token) }, "×")
        : null;
      body.append(
        make("tr", {},
          make("th", { scope: "row", class: "name", title: visible(operator ? `${token}, ${operator}` : token, 200) },
            make("span", { class: "token" }, visible(token, 60)), tag, remove,
            operator ? make("span", { class: "operator" }, operator) : null),
          cell, site),
      );
      this.rows.push({ row, site, cell });
    }
    if (isOpen && isCut) {
      const more = make("button", { type: "button", class: "line more", tabindex: -1, click: () => {
        this.complete.add(id);
        this.shape = "";
        this.rebuild?.();
        const section = this.into.querySelector(`[data-purpose="${id}"]`)?.closest("tbody");
        (section?.rows[FEW + 1]?.querySelector<HTMLElement>(STOPS) ?? section?.querySelector<HTMLElement>(STOPS))?.focus();
      } }, `Show ${rows.length - FEW} more`, make("span", { class: "hidden" }, `: ${name}`));
      body.append(make("tr", { class: "rest" }, make("td", { colspan: hasUrl ? 3 : 2, role: "gridcell" }, make("div", {}, more))));
    }
    return body;
  }

  rebuild: (() => void) | null = null;

  private fill(): void {
    for (const { row, cell, site } of this.rows) {
      const answer = this.answers.rows[row];
      if (!answer) continue;
      site.textContent = SITES[answer.site];
      if (!cell) continue;
      const isChosen = this.tokenOf(row) === this.chosen;
      if (cell.getAttribute("aria-selected") !== String(isChosen)) cell.setAttribute("aria-selected", String(isChosen));
      answerCell(cell, answer.cells);
    }
    for (const { element, rows } of this.counts) {
      const closed = rows.filter((row) => this.isBlocked(row)).length;
      element.textContent = closed === 0 ? `${rows.length} known` : closed === rows.length ? `all ${closed} blocked` : `${closed} of ${rows.length} blocked`;
      if (rows[0] !== undefined && rows[0] >= this.crawlers.length) element.textContent = "";
    }
  }

  // The Tab key stops at the table once. Arrow keys move between cells and headings.
  private stops(): HTMLElement[][] {
    return [...this.into.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll<HTMLElement>(STOPS)]);
  }

  private focus(target: HTMLElement): void {
    const stop = target.closest<HTMLElement>(STOPS);
    if (!stop) return;
    for (const old of this.into.querySelectorAll<HTMLElement>('[tabindex="0"]')) old.tabIndex = -1;
    stop.tabIndex = 0;
    this.focused = stop;
  }

  private move(event: KeyboardEvent): void {
    const stops = this.stops();
    const y = stops.findIndex((row) => row.includes(this.focused as HTMLElement));
    const x = stops[y]?.indexOf(this.focused as HTMLElement) ?? 0;
    const last = stops.length - 1;
    const to: Record<string, [number, number]> = {
      ArrowUp: [y - 1, x], ArrowDown: [y + 1, x], ArrowLeft: [y, x - 1], ArrowRight: [y, x + 1],
      Home: [y, 0], End: [y, Infinity], PageUp: [Math.max(y - 10, 0), x], PageDown: [Math.min(y + 10, last), x],
    };
    const place = to[event.key];
    if (place && y >= 0) {
      event.preventDefault();
      const row = stops[Math.min(Math.max(place[0], 0), last)] ?? [];
      row[Math.min(Math.max(place[1], 0), row.length - 1)]?.focus();
    } else if ((event.key === "Enter" || event.key === " ") && this.focused?.matches("td")) {
      event.preventDefault();
      this.focused.click();
    }
  }
}
