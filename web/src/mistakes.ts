// The list of mistakes below the file.

import type { EditorView } from "@codemirror/view";
import type { Mistake, Mistakes } from "./answers";
import { count, make, sentence, visible } from "./dom";
import { applyEdits, editLabels } from "./edits";

const SHOWN = 50;
const NAMES = { information: "Note", warning: "Warning", error: "Error" };

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
        make("button", { type: "button", class: "line", click: () => jump(mistake.places[0]?.line ?? 1) }, visible(`${mistake.places.length > 1 ? "lines" : "line"} ${mistake.lines}`, 60)),
        make("span", {}, ...sentence(visible(mistake.message, 600)))),
      mistake.dialect ? make("p", { class: "muted" }, mistake.dialect === "google" ? "For Google’s own code only." : "By the published standard; Google’s own code reads it differently.") : null,
      mistake.advice ? make("p", { class: "advice" }, ...sentence(visible(mistake.advice, 600))) : null,
      buttons.length ? make("p", { class: "edits" }, ...buttons) : null,
      make("details", {}, make("summary", {}, "Explain ", make("code", {}, mistake.code)), ...paragraphs(mistake.explanation)),
    );
  };
  const list = make("ul", {}, ...mistakes.found.slice(0, SHOWN).map(item));
  const more = mistakes.total - Math.min(SHOWN, mistakes.found.length);
  into.replaceChildren(list, more > 0 ? make("p", { class: "empty" }, `And ${count(more, "other")} not listed here.`) : "");
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
