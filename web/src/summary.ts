// The summary of a file.

import type { Crawler, Matrix, Mistakes } from "./answers";
import { count, make } from "./dom";

type Tone = "good" | "bad" | "mixed" | "plain";

function tally(crawlers: Crawler[], matrix: Matrix, purpose: string) {
  const found = { all: 0, disallowed: 0, partly: 0 };
  crawlers.forEach((crawler, row) => {
    if (crawler.purpose !== purpose || crawler.status === "retired") return;
    const site = matrix.rows[row]?.site;
    found.all += 1;
    if (site === "disallowed") found.disallowed += 1;
    if (site === "partly") found.partly += 1;
  });
  return found;
}

function searchEngines(crawlers: Crawler[], matrix: Matrix): [Tone, string] {
  const { all, disallowed, partly } = tally(crawlers, matrix, "search");
  if (disallowed === all) return ["bad", "Search engines may not crawl this site."];
  if (disallowed > 0) return ["mixed", `${disallowed} of ${all} search engines may not crawl this site.`];
  return ["good", partly > 0 ? "Search engines may crawl this site, except for some pages." : "Search engines may crawl this site."];
}

function others(crawlers: Crawler[], matrix: Matrix, purpose: string, name: string, what: string): [Tone, string] {
  const { all, disallowed } = tally(crawlers, matrix, purpose);
  const number = disallowed === all ? `all ${all}` : disallowed === 0 ? `none of ${all}` : `${disallowed} of ${all}`;
  return [disallowed === 0 ? "good" : disallowed === all ? "bad" : "mixed", `${name}: ${number} ${what}.`];
}

export function summarise(into: HTMLElement, crawlers: Crawler[], matrix: Matrix | null, mistakes: Mistakes | null, isEmpty: boolean): void {
  const parts: [Tone, string][] = [];
  if (isEmpty) parts.push(["plain", "The file is empty, so every crawler may fetch everything."]);
  else if (matrix) {
    parts.push(searchEngines(crawlers, matrix));
    parts.push(others(crawlers, matrix, "ai-training", "AI training", "known crawlers blocked"));
    parts.push(others(crawlers, matrix, "ai-input", "AI answers", "blocked"));
  }
  if (mistakes && !isEmpty) {
    const notes = mistakes.total - mistakes.warnings;
    const said = [mistakes.warnings > 0 && count(mistakes.warnings, "mistake"), notes > 0 && count(notes, "note")].filter(Boolean);
    parts.push([mistakes.warnings > 0 ? "warn" as Tone : "plain", said.length ? `${said.join(", ")}.` : "No mistakes."]);
  }
  const shown = parts.map(([tone, text]) => `${tone} ${text}`).join();
  if (into.dataset.shown === shown) return;
  into.dataset.shown = shown;
  into.replaceChildren(...parts.map(([tone, text]) => make("p", { class: `pill ${tone}` }, text)));
}
