// The list of mistakes below the file.

import type { EditorView } from "@codemirror/view";
import type { Mistake, Mistakes } from "./answers";
import { count, make, sentence, visible } from "./dom";
import { applyEdits, editLabels } from "./edits";

const SHOWN = 50;
// On narrow screens, where the list doesn't scroll on its own, the others are shown on request.
const FIRST = 5;
const NAMES = { note: "Note", warning: "Warning", error: "Error" };

// If a finding has more lines than this, the first ones are listed, and the others on request.
const LINES = 6;

// Links to a finding's lines. The editor marks each of them.
function places(mistake: Mistake, jump: (line: number) => void): HTMLElement[] {
  const lines = [...new Set(mistake.places.map(({ line }) => line))];
  const link = (line: number, first: boolean) => make("button", { type: "button", class: "line", "data-line": line, click: () => jump(line) }, first ? `line ${line}` : String(line));
  const shown = lines.length > LINES + 1 ? lines.slice(0, LINES) : lines;
  const links = make("span", { class: "places" }, ...shown.flatMap((line, place) => [place ? ", " : "", link(line, place === 0)]));
  const rest = lines.slice(shown.length);
  if (rest.length) {
    const more = make("button", { type: "button", class: "line similar", "aria-expanded": "false", click: () => {
      more.replaceWith(", ", ...rest.flatMap((line, place) => [place ? ", " : "", link(line, false)]));
      links.querySelector<HTMLElement>(`[data-line="${rest[0]}"]`)?.focus();
    } }, count(rest.length, "more line", "more lines"));
    links.append(" and ", more);
  }
  return [links];
}

export function listMistakes(into: HTMLElement, mistakes: Mistakes, isEmpty: boolean, view: EditorView, jump: (line: number) => void): void {
  if (mistakes.total === 0) {
    into.replaceChildren(make("p", { class: "empty" }, isEmpty ? "Nothing to check yet." : "✓ No mistakes found."));
    return;
  }
  const { doc } = view.state;
  const item = (mistake: Mistake): HTMLElement => {
    const buttons = editLabels(mistake).map(({ name, safe, edits }) =>
      make("button", { type: "button", class: safe ? "edit safe" : "edit", click: () => applyEdits(view, edits, doc) }, name),
    );
    return make(
      "li",
      { class: mistake.severity },
      make("p", { class: "what" },
        make("span", { class: "severity" }, NAMES[mistake.severity]),
        ...places(mistake, jump),
        make("span", {}, ...sentence(visible(mistake.message, 600)))),
      mistake.dialect ? make("p", { class: "muted" }, mistake.dialect === "google" ? "Only for Google’s own code." : "Only under the published standard: Google’s own code reads it differently.") : null,
      mistake.advice ? make("p", { class: "advice" }, ...sentence(visible(mistake.advice, 600))) : null,
      buttons.length ? make("p", { class: "edits" }, ...buttons) : null,
      make("details", {}, make("summary", {}, "Explain ", make("code", {}, mistake.code)), ...paragraphs(mistake.explanation)),
    );
  };
  const items = mistakes.found.slice(0, SHOWN).map(item);
  const isFolded = items.length > FIRST && into.dataset.unfolded === undefined;
  const list = make("ul", { class: isFolded ? "folded" : "" }, ...items);
  const unfold = isFolded ? make("button", { type: "button", class: "line unfold", click: () => {
    into.dataset.unfolded = "";
    list.classList.remove("folded");
    unfold?.remove();
    items[FIRST]?.querySelector<HTMLElement>("button.line")?.focus();
  } }, `Show ${count(items.length - FIRST, "more mistake", "more mistakes")}`) : null;
  const more = mistakes.total - Math.min(SHOWN, mistakes.found.length);
  into.replaceChildren(list, unfold ?? "", more > 0 ? make("p", { class: "empty" }, `And ${count(more, "other")} not listed here.`) : "");
}

// Explanations are written in Markdown: paragraphs, and examples between fences.
function paragraphs(text: string): HTMLElement[] {
  return text
    .split("\n\n")
    .filter((part) => part.trim())
    .map((part) => {
      const example = /^```\w*\n([\s\S]*?)\n?```$/.exec(part.trim());
      return example ? make("pre", {}, example[1] ?? "") : make("p", {}, ...inline(part.replaceAll("\n", " ")));
    });
}

function inline(text: string): (Node | string)[] {
  const parts = text.replaceAll(/\[(`?[^\]]*?`?)\]\([^)]*\)/g, "$1").split("`");
  return parts.length % 2 ? parts.map((part, place) => (place % 2 ? make("code", {}, part) : part)) : [text];
}
