// The comparison of two files.

import type { Comparison, Side } from "./answers";
import { count, find, make, visible } from "./dom";

const SHOWN = 200;
// The headline shows counts for at most this many groups of crawlers.
const HEADS = 4;

function agents(names: string[], others = names.length > 1 ? "every other crawler" : "every crawler without its own group"): string {
  const shown = names.slice(0, 8).map((name) => (name === "*" ? others : visible(name, 60)));
  if (names.length > 8) shown.push(`${names.length - 8} more`);
  return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : (shown[0] ?? "");
}

// Links to a line in one of the two files.
export type Jump = (side: "before" | "after", line: number) => void;

export function showChanges(into: HTMLElement, status: HTMLElement, comparison: Comparison, isSame: boolean, jump: Jump): void {
  show(into, comparison, isSame, jump);
  // The table may be long, so only its heading is announced.
  status.textContent = find("#changes h2").innerText.replace(/^[✓✕] /, "");
}

// Describes what changes for some crawlers, as in "GPTBot: 1 URL pattern newly blocked".
function headline(names: string[], changes: { change: string }[], isDecided: boolean, isOnly: boolean): string {
  const closed = changes.filter(({ change }) => change === "disallowed").length;
  const opened = changes.length - closed;
  const said = [closed && `${count(closed, "URL pattern")} newly blocked`, opened && `${closed ? opened : count(opened, "URL pattern")} newly allowed`].filter(Boolean).join(", ") || "not decided";
  return `${isOnly && names.includes("*") ? agents(names).replace(/^./, (letter) => letter.toUpperCase()) : agents(names, "everyone else")}: ${said}${isDecided || !changes.length ? "" : ", maybe more"}`;
}

function show(into: HTMLElement, comparison: Comparison, isSame: boolean, jump: Jump): void {
  const { changed } = comparison;
  if (!changed.length) {
    into.replaceChildren(
      make("div", { class: "verdict good" },
        make("h2", {}, make("span", { "aria-hidden": "true" }, "✓ "), "Changes nothing"),
        make("p", {}, isSame
          ? "Both files are the same."
          : "Every crawler may fetch exactly the same URLs as before. This covers all crawlers and all URLs, not just a sample.")),
    );
    return;
  }
  const undecided = changed.filter(({ decided }) => !decided).length;
  const all = changed.flatMap(({ changes }) => changes);
  // There may be thousands of groups of crawlers.
  const heads = changed.slice(0, HEADS).map(({ agents: names, changes, decided }) => headline(names, changes, decided, changed.length === 1));
  const body = make("tbody");
  // Every pair of rules is a change, so there may be tens of thousands.
  let room = SHOWN;
  for (const { agents: names, changes: all } of changed) {
    if (room <= 0) break;
    const changes = all.slice(0, room);
    room -= Math.max(1, changes.length);
    changes.forEach((found, place) => {
      const isAllowed = found.change === "allowed";
      body.append(
        make("tr", {},
          place === 0 ? make("th", { scope: "rowgroup", rowspan: changes.length, class: "name" }, agents(names)) : null,
          make("td", { class: isAllowed ? "allowed" : "blocked" },
            make("span", { "aria-hidden": "true", class: "symbol" }, isAllowed ? "✓" : "✕"),
            make("span", { class: "word" }, isAllowed ? "Now allowed" : "Now blocked")),
          make("td", { "data-label": "Example" }, make("code", {}, visible(found.url, 160))),
          make("td", { "data-label": "Before" }, side(found.before, (line) => jump("before", line))),
          make("td", { "data-label": "After" }, side(found.after, (line) => jump("after", line)))),
      );
    });
    if (!changes.length) body.append(make("tr", {}, make("th", { scope: "row", class: "name" }, agents(names)), make("td", { colspan: 4 }, "Not decided.")));
  }
  const table = make("table", { class: "changes" },
    make("thead", {}, make("tr", {}, ...["Crawlers", "Change", "Example", "Before", "After"].map((name) => make("th", { scope: "col" }, name)))),
    body);
  into.replaceChildren(
    make("div", { class: "verdict changed" },
      make("h2", {}, heads.join("; "), changed.length > HEADS ? `; and ${count(changed.length - HEADS, "more group of crawlers", "more groups of crawlers")}` : ""),
      undecided ? make("p", {}, `The comparison for ${count(undecided, "row")} was stopped because it was taking too long, so there may be other changes.`) : null),
    make("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "List of changes" }, table),
    all.length > SHOWN ? make("p", { class: "empty" }, `And ${count(all.length - SHOWN, "more change", "more changes")}.`) : "",
  );
}

function side({ sentence, line, rule }: Side, jump: (line: number) => void): HTMLElement {
  if (line === null || rule === null) return make("span", {}, visible(sentence, 200));
  return make("span", {}, make("code", {}, visible(rule, 120)), " ", make("button", { type: "button", class: "line", click: () => jump(line) }, `line ${line}`));
}
