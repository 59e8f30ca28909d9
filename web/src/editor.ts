// The editor: CodeMirror, with syntax colours for robots.txt.

import { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
import { Chunk } from "@codemirror/merge";
import { type Diagnostic, lintGutter, linter, nextDiagnostic, previousDiagnostic, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration, type DecorationSet, drawSelection, EditorView, gutterLineClass, GutterMarker, highlightActiveLine,
  highlightSpecialChars, keymap, lineNumbers, placeholder, ViewPlugin, type ViewUpdate,
} from "@codemirror/view";
import type { Mistake } from "./answers";
import { make, sentence, UNSEEN, visible } from "./dom";
import { applyEdits, editLabels } from "./edits";

// Lines have no colours past this length.
const COLOURED = 1000;

const FIELDS: Record<string, string> = {
  "user-agent": "agent", allow: "allow", disallow: "disallow", sitemap: "sitemap",
};
const styles = Object.fromEntries(
  ["comment", "agent", "allow", "disallow", "sitemap", "other", "value", "special"].map((name) => [
    name, Decoration.mark({ class: `tok-${name}` }),
  ]),
) as Record<string, Decoration>;

function colours(view: EditorView): DecorationSet {
  const found = new RangeSetBuilder<Decoration>();
  const add = (from: number, to: number, style: string) => {
    const decoration = styles[style];
    if (decoration && from < to) found.add(from, to, decoration);
  };
  let last = -1;
  for (const range of view.visibleRanges) {
    for (let at = range.from; at <= range.to; ) {
      const line = view.state.doc.lineAt(at);
      at = line.to + 1;
      if (line.from <= last) continue;
      last = line.from;
      const text = line.text.slice(0, COLOURED);
      const comment = text.indexOf("#");
      const record = comment < 0 ? text : text.slice(0, comment);
      const colon = record.indexOf(":");
      if (colon >= 0) {
        const field = record.slice(0, colon).trim().toLowerCase();
        add(line.from, line.from + colon + 1, FIELDS[field] ?? "other");
        const isPattern = field === "allow" || field === "disallow";
        let start = colon + 1 + (/^\s*/.exec(record.slice(colon + 1))?.[0].length ?? 0);
        for (const special of isPattern ? record.matchAll(/[*$]/g) : []) {
          if (special.index < start) continue;
          add(line.from + start, line.from + special.index, "value");
          add(line.from + special.index, line.from + special.index + 1, "special");
          start = special.index + 1;
        }
        add(line.from + start, line.from + record.length, "value");
      }
      if (comment >= 0) add(line.from + comment, line.from + text.length, "comment");
    }
  }
  return found.finish();
}

const highlighter = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = colours(view);
    }
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged) this.decorations = colours(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

// The lines that determine the chosen answer.
export interface Marks {
  decides: number | null;
  allowed: boolean;
  overruled: number[];
  agents: number[];
}

const setMarks = StateEffect.define<Marks | null>();

class LineClass extends GutterMarker {
  constructor(override elementClass: string) {
    super();
  }
}

const kinds = ["agent", "overruled", "decides-allowed", "decides-blocked"] as const;
const lineStyles = kinds.map((kind) => Decoration.line({ class: `line-${kind}` }));
const gutterStyles = kinds.map((kind) => new LineClass(`gutter-${kind}`));

const marks = StateField.define<{ lines: DecorationSet; gutter: ReturnType<RangeSetBuilder<GutterMarker>["finish"]> }>({
  create: () => ({ lines: Decoration.none, gutter: new RangeSetBuilder<GutterMarker>().finish() }),
  update(value, transaction) {
    let next = { lines: value.lines.map(transaction.changes), gutter: value.gutter.map(transaction.changes) };
    for (const effect of transaction.effects) {
      if (!effect.is(setMarks)) continue;
      const kindOf = new Map<number, number>();
      const chosen = effect.value;
      for (const line of chosen?.agents ?? []) kindOf.set(line, 0);
      for (const line of chosen?.overruled ?? []) kindOf.set(line, 1);
      if (chosen?.decides) kindOf.set(chosen.decides, chosen.allowed ? 2 : 3);
      const lines = new RangeSetBuilder<Decoration>();
      const gutter = new RangeSetBuilder<GutterMarker>();
      for (const [line, kind] of [...kindOf].sort(([one], [other]) => one - other)) {
        if (line > transaction.state.doc.lines) continue;
        const { from } = transaction.state.doc.line(line);
        lines.add(from, from, lineStyles[kind] as Decoration);
        gutter.add(from, from, gutterStyles[kind] as GutterMarker);
      }
      next = { lines: lines.finish(), gutter: gutter.finish() };
    }
    return next;
  },
  provide: (field) => [
    EditorView.decorations.from(field, (value) => value.lines),
    gutterLineClass.from(field, (value) => value.gutter),
  ],
});

export function showMarks(view: EditorView, chosen: Marks | null): void {
  view.dispatch({ effects: setMarks.of(chosen) });
}

export function showMistakes(view: EditorView, mistakes: Mistake[]): void {
  const { doc } = view.state;
  const end = doc.length;
  const places = mistakes.flatMap((mistake) => mistake.places.map((place) => ({ mistake, place })));
  const diagnostics = places.map(({ mistake, place }): Diagnostic => {
    const from = Math.min(place.from, end);
    const line = view.state.doc.lineAt(from);
    // An empty span has no squiggle. A long span would have one on each line, which is useless.
    const to = Math.min(Math.max(place.to, place.from), end, Math.max(line.to, from));
    return {
      from,
      to,
      severity: mistake.severity === "note" ? "info" : mistake.severity,
      source: mistake.code,
      message: mistake.message,
      renderMessage: () =>
        make(
          "div",
          { class: "tip" },
          make("p", {}, ...sentence(visible(mistake.message, 600))),
          mistake.advice ? make("p", { class: "advice" }, ...sentence(visible(mistake.advice, 600))) : null,
        ),
      actions: editLabels(mistake).map(({ name, edits }) => ({ name, apply: (view) => applyEdits(view, edits, doc) })),
    };
  });
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

export function jumpTo(view: EditorView, number: number): void {
  const line = view.state.doc.line(Math.min(Math.max(number, 1), view.state.doc.lines));
  view.dispatch({ selection: { anchor: line.from }, effects: EditorView.scrollIntoView(line.from, { y: "center" }) });
  view.focus();
}

export function textOf(view: EditorView): string {
  return view.state.doc.toString();
}

export function replaceText(view: EditorView, text: string): void {
  const { doc } = view.state;
  view.dispatch({
    changes: { from: 0, to: doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true, annotations: isolateHistory.of("full"),
  });
}

function unseen(code: number): HTMLElement {
  const name = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return make("span", { class: "unseen", role: "img", title: name, "aria-label": name }, name);
}

export function makeEditor(parent: HTMLElement, label: string, text: string, changed: (update: ViewUpdate) => void, more: Extension = []): EditorView {
  const extensions = [
    lineNumbers(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    // Characters that would be invisible, or reverse the direction of text.
    highlightSpecialChars({ specialChars: new RegExp(`(?!\\t)${UNSEEN.source}`, "gu"), render: unseen }),
    highlighter,
    keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, { key: "F8", run: nextDiagnostic, shift: previousDiagnostic }]),
    placeholder("Paste or open a robots.txt"),
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) changed(update);
    }),
    more,
  ];
  return new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) });
}

export const withAnswers: Extension = [marks, linter(null), lintGutter()];

// Lines that differ between the two files.
const setChanged = StateEffect.define<number[]>();
const changedLine = Decoration.line({ class: "line-changed" });
const changedGutter = new LineClass("gutter-changed");

const changedLines = StateField.define<{ lines: DecorationSet; gutter: ReturnType<RangeSetBuilder<GutterMarker>["finish"]> }>({
  create: () => ({ lines: Decoration.none, gutter: new RangeSetBuilder<GutterMarker>().finish() }),
  update(value, transaction) {
    let next = { lines: value.lines.map(transaction.changes), gutter: value.gutter.map(transaction.changes) };
    for (const effect of transaction.effects) {
      if (!effect.is(setChanged)) continue;
      const lines = new RangeSetBuilder<Decoration>();
      const gutter = new RangeSetBuilder<GutterMarker>();
      for (const from of effect.value) {
        lines.add(from, from, changedLine);
        gutter.add(from, from, changedGutter);
      }
      next = { lines: lines.finish(), gutter: gutter.finish() };
    }
    return next;
  },
  provide: (field) => [
    EditorView.decorations.from(field, (value) => value.lines),
    gutterLineClass.from(field, (value) => value.gutter),
  ],
});

export const withChanges: Extension = changedLines;

// Files with more changes than this are compared coarsely.
const LIMITS = { scanLimit: 500, timeout: 50 };

/** Marks the lines that differ between two editors, and returns how many there are in each. */
export function showChanged(before: EditorView, after: EditorView): [number, number] {
  const chunks = Chunk.build(before.state.doc, after.state.doc, LIMITS);
  const starts = (view: EditorView, spans: (readonly [number, number])[]) => {
    const found = new Set<number>();
    for (const [from, to] of spans) {
      // A span ends after the end of its last line.
      for (let at = from; at < to && at <= view.state.doc.length; ) {
        const line = view.state.doc.lineAt(at);
        found.add(line.from);
        at = line.to + 1;
      }
    }
    const sorted = [...found].sort((one, other) => one - other);
    view.dispatch({ effects: setChanged.of(sorted) });
    return sorted.length;
  };
  const spans = chunks.map(({ fromA, toA, fromB, toB }) => ({ a: [fromA, toA] as const, b: [fromB, toB] as const }));
  return [starts(before, spans.map(({ a }) => a)), starts(after, spans.map(({ b }) => b))];
}

/** Scrolls two editors together: equal lines stay side by side. Returns a function that ends it. */
export function scrollTogether(one: EditorView, other: EditorView): () => void {
  let moved: EditorView | null = null;
  const place = (from: EditorView, to: EditorView, position: number) => {
    const isForward = from === one;
    let shift = 0;
    for (const { fromA, toA, fromB, toB } of Chunk.build(one.state.doc, other.state.doc, LIMITS)) {
      const [start, end, there, last] = isForward ? [fromA, toA, fromB, toB] : [fromB, toB, fromA, toA];
      if (position < start) break;
      if (position < end) return Math.min(there + (position - start), Math.max(last - 1, there), to.state.doc.length);
      shift = last - end;
    }
    return Math.min(Math.max(position + shift, 0), to.state.doc.length);
  };
  const follow = (from: EditorView, to: EditorView) => () => {
    if (moved === from) {
      moved = null;
      return;
    }
    const top = from.scrollDOM.scrollTop;
    const block = from.lineBlockAtHeight(top - from.documentPadding.top);
    const target = to.lineBlockAt(place(from, to, block.from));
    const next = Math.round(top <= 0 ? 0 : target.top + to.documentPadding.top + (top - from.documentPadding.top - block.top));
    if (Math.abs(to.scrollDOM.scrollTop - next) < 2) return;
    const old = to.scrollDOM.scrollTop;
    to.scrollDOM.scrollTop = next;
    // If it can't scroll any further, there is no event.
    moved = to.scrollDOM.scrollTop === old ? null : to;
  };
  const listeners = [[one, follow(one, other)], [other, follow(other, one)]] as const;
  for (const [view, listener] of listeners) view.scrollDOM.addEventListener("scroll", listener);
  return () => {
    for (const [view, listener] of listeners) view.scrollDOM.removeEventListener("scroll", listener);
  };
}
