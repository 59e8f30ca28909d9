// Buttons for the edits that a diagnostic suggests.

import type { Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Edit, Mistake } from "./answers";
import { visible } from "./dom";

// If a diagnostic has very many lines, there is one button for all of them.
const BUTTONS = 3;

export interface EditButton {
  name: string;
  safe: boolean;
  edits: Edit[];
}

function action(edit: Edit): string {
  const text = visible(edit.text.trim(), 40);
  if (edit.text === "") return "Remove it";
  if (text === ":") return "Insert a colon";
  if (edit.text.trim() === "") return edit.from === edit.to ? "Insert a line break" : "Split the line";
  return edit.from === edit.to ? `Insert “${text}”` : `Change to “${text}”`;
}

function whom(edits: Edit[]): string {
  const effect = edits.find((edit) => !edit.safe)?.effect;
  return effect === undefined ? "safe" : visible(effect, 160).replaceAll("`", "");
}

// Returns the buttons for a diagnostic: one for each edit and, if there are several, one for all of them.
export function editLabels(mistake: Mistake): EditButton[] {
  const { edits } = mistake;
  const safe = (some: Edit[]) => some.every((edit) => edit.safe);
  const single = edits.length > BUTTONS ? [] : edits;
  const buttons = single.map((edit) => ({ name: `${action(edit)} (${whom([edit])})`, safe: edit.safe, edits: [edit] }));
  const harmless = edits.filter((edit) => edit.safe);
  if (harmless.length > 1 && harmless.length < edits.length) buttons.push({ name: `Make the ${harmless.length} safe edits`, safe: true, edits: harmless });
  if (edits.length > 1) buttons.push({ name: `Make all ${edits.length} edits (${whom(edits)})`, safe: safe(edits), edits });
  return buttons;
}

// Makes the edits, unless the text has changed since they were suggested.
export function applyEdits(view: EditorView, edits: Edit[], doc: Text): void {
  view.focus();
  if (view.state.doc !== doc) return;
  view.dispatch({ changes: edits.map(({ from, to, text }) => ({ from, to, insert: text })), userEvent: "input.fix" });
}
