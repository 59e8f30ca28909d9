// The page: sends queries, and shows the answers.

import { EditorState, type Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { Matrix, Mistakes } from "./answers";
import { showChanges } from "./compare";
import { Create } from "./create";
import { count, find, make, notify } from "./dom";
import { jumpTo, makeEditor, replaceText, showMarks, showMistakes, textOf, withAnswers } from "./editor";
import { Engine } from "./engine";
import { EXAMPLES, type Example } from "./examples";
import { NotText, type Opened, read, save } from "./files";
import { type Cell, MatrixView } from "./matrix";
import { listMistakes } from "./mistakes";
import { checked, isToken, pack, PREFIX, type Shared, unpack } from "./share";
import { summarise } from "./summary";
import { themed } from "./theme";
import { explain } from "./why";

const URLS = 50;
const KEY = "robots-page";

// Answers about URLs do not wait for a comparison or for diagnostics.
const answers = new Engine();
const checks = new Engine();

function stored(): Shared | null {
  try {
    return checked(JSON.parse(localStorage.getItem(KEY) ?? "null"));
  } catch {
    // Storage is unavailable or damaged: start with the example.
    return null;
  }
}

const withoutLink = () => history.replaceState(history.state, "", location.pathname + location.search);

async function fromLink(): Promise<Shared | null> {
  if (location.hash.length < 2) return null;
  const linked = await unpack(location.hash);
  if (!linked) {
    notify("This link is damaged or incomplete, so its file cannot be shown.");
    withoutLink();
  }
  return linked;
}

async function main(): Promise<void> {
  themed(find("#theme"));
  const [linked, crawlers] = await Promise.all([fromLink(), answers.ask("crawlers")]);
  const first = EXAMPLES[0] as Example;
  const kept = stored();
  const start = kept ?? linked ?? { text: first.text, urls: first.urls.join("\n"), tokens: [] };
  let tokens = start.tokens;
  let lineEnd = start.lineEnd;
  // The file as it was opened. If it is saved without a change, every byte is the same.
  let original: Opened | null = null;
  let matrix: Matrix | null = null;
  let mistakes: Mistakes | null = null;
  // Replacing a text by an equal one removes its squiggles, so documents are compared instead of texts.
  let checked: Text | null = null;
  // The example that is shown, and what it replaced.
  let example = -1;
  let replaced: Shared | null = null;
  let isLinked = false;

  const urls = find<HTMLTextAreaElement>("#urls");
  urls.value = start.urls;
  const examples = find<HTMLSelectElement>("#examples");
  const asked = () => [...new Set(urls.value.split("\n").map((url) => url.trim()).filter(Boolean))];
  const editor = makeEditor(find("#editor"), "robots.txt", start.text, () => changed(), withAnswers);
  // An editor that receives a long text while hidden draws all of it, so these two are created when they
  // are first shown.
  let old = start.before ?? start.text;
  let before: EditorView | null = null;
  let after: EditorView | null = null;
  const jump = (line: number) => jumpTo(editor, line);

  const view = new MatrixView(find("#matrix"), crawlers, (cell) => choose(cell), (token) => {
    tokens = tokens.filter((other) => other !== token);
    view.chosen = null;
    ask();
    find("#token").focus();
  });
  view.rebuild = () => showMatrix();

  function showMatrix(): void {
    const all = asked();
    if (!matrix) return;
    view.show(matrix, all.slice(0, URLS), tokens);
    find("#matrix-note").textContent = all.length > URLS ? `The first ${URLS} of ${count(all.length, "URL")}` : "";
  }

  function choose(cell: Cell): void {
    view.chosen = cell;
    remember();
    showMatrix();
    showWhy();
  }

  function showWhy(): void {
    const why = find("#why");
    const { chosen } = view;
    const url = chosen && asked()[chosen.url];
    const token = chosen && view.tokenOf(chosen.row, tokens);
    if (!chosen || url === undefined || !url || !token) {
      why.replaceChildren(make("p", { class: "empty" }, asked().length ? "Choose an answer to see the rule that decides." : "Enter a URL above to see which crawlers may fetch it."));
      showMarks(editor, null);
      return;
    }
    const text = textOf(editor);
    answers.latest("explain", [text, token, url], (found) => {
      explain(why, found, token, url, crawlers.find((crawler) => crawler.token.toLowerCase() === token.toLowerCase()), jump);
      if (textOf(editor) !== text) return;
      const overruled = found.matches.map(({ line }) => line).filter((line) => line !== found.line);
      showMarks(editor, { decides: found.line, allowed: found.allowed, overruled, agents: found.agentLines });
    }, failed);
  }

  function failed(): void {
    notify("Something went wrong while computing an answer. Change the file, or reload the page.");
  }

  function ask(): void {
    const text = textOf(editor);
    const isEmpty = text.trim() === "";
    const summary = () => summarise(find("#summary"), crawlers, matrix, mistakes, isEmpty);
    answers.latest("matrix", [text, tokens, asked().slice(0, URLS)], (answer) => {
      matrix = answer;
      showMatrix();
      summary();
    }, failed);
    showWhy();
    if (editor.state.doc !== checked) {
      checked = editor.state.doc;
      checks.latest("lint", [text], (answer) => {
        mistakes = answer;
        summary();
        if (textOf(editor) !== text) return;
        showMistakes(editor, answer.found);
        find("#fix").hidden = !answer.found.some(({ edits }) => edits.some(({ safe }) => safe));
        listMistakes(find("#mistakes .list"), answer, isEmpty, editor, jump);
      }, failed);
    }
    example = EXAMPLES.findIndex((known) => known.text === text && known.urls.join("\n") === urls.value);
    examples.value = example < 0 ? "" : String(example);
    if (example < 0) replaced = null;
    find("#file-size").textContent = text ? `${count(editor.state.doc.lines, "line")}, ${bytes(text)}` : "";
    if (!find("#panel-compare").hidden) compare();
    keep();
  }

  function bytes(text: string): string {
    const { size } = new Blob([text]);
    return size < 1000 ? count(size, "byte") : `${(size / 1000).toLocaleString("en", { maximumFractionDigits: 1 })} KB`;
  }

  function compare(): void {
    const now = textOf(editor);
    if (!before || textOf(before) !== old) {
      before?.destroy();
      const made = makeEditor(find("#before"), "robots.txt before the change", old, () => {
        old = textOf(made);
        changed();
      });
      before = made;
    }
    if (!after || textOf(after) !== now) {
      after?.destroy();
      after = makeEditor(find("#after"), "robots.txt after the change", now, () => {}, [EditorState.readOnly.of(true), EditorView.editable.of(false)]);
    }
    checks.latest("diff", [old, now], (answer) => showChanges(find("#changes"), find("#changes-status"), answer, old === now), failed);
  }

  let keeping = 0;
  function keep(): void {
    clearTimeout(keeping);
    keeping = window.setTimeout(keepNow, 300);
  }
  function keepNow(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(state()));
    } catch {
      // Storage is unavailable or full.
    }
  }
  const tab = () => find('[role="tab"][aria-selected="true"]').id.slice(4);
  function state(): Shared {
    const text = textOf(editor);
    return { text, urls: urls.value, tokens, ...(old === text ? {} : { before: old }), ...(lineEnd ? { lineEnd } : {}) };
  }

  function changed(): void {
    // The link no longer describes what the page shows, and the notice no longer what its button undoes.
    if (isLinked) withoutLink();
    isLinked = false;
    if (document.querySelector("#notice p button")) find("#notice").hidden = true;
    ask();
  }

  // Replaces the file and every other part of the state that `next` contains.
  function replace(next: Partial<Shared> & { text: string }): void {
    if (next.tokens) tokens = next.tokens;
    if (next.urls !== undefined) urls.value = next.urls;
    old = next.before ?? next.text;
    lineEnd = next.lineEnd;
    original = null;
    replaceText(editor, next.text);
    select(next.tab ?? "test");
    if (next.tokens || next.urls !== undefined || !view.chosen) chooseFirst();
    changed();
  }

  const all = (): Shared => ({ ...state(), before: old, tab: tab() });
  function replaceAndTell(next: Partial<Shared> & { text: string }, message: string, last = all()): void {
    replace(next);
    const isReplaced = last.text !== next.text || last.urls !== urls.value;
    notify(message, "good", isReplaced ? make("button", { type: "button", class: "line", click: () => {
      replace(last);
      notify("Restored.", "good");
      find(`#tab-${tab()}`).focus();
    } }, "Undo") : undefined);
  }

  // One answer is chosen from the start, so that the page shows an explanation.
  function chooseFirst(): void {
    const row = crawlers.findIndex(({ token }) => token === "Googlebot");
    view.chosen = asked().length ? { row: Math.max(row, 0), url: Math.min(asked().length, URLS) - 1 } : null;
  }

  async function open(file: File): Promise<void> {
    try {
      const opened = await read(file);
      // In a comparison the opened file is the new one.
      const isCompared = tab() === "compare";
      replaceAndTell({ text: opened.text, lineEnd: opened.lineEnd, ...(isCompared ? { before: old, tab: "compare" } : {}) }, `Opened “${file.name}”.`);
      original = opened;
      if (opened.warning) notify(opened.warning);
    } catch (error) {
      notOpened(file, error);
    }
  }

  async function openBefore(file: File): Promise<void> {
    try {
      const opened = await read(file);
      old = opened.text;
      changed();
      if (opened.warning) notify(opened.warning);
      else notify(`Opened “${file.name}” as the file before the change.`, "good");
    } catch (error) {
      notOpened(file, error);
    }
  }

  function notOpened(file: File, error: unknown): void {
    notify(error instanceof NotText ? error.message : `“${file.name}” could not be read.`);
  }

  const tabs = [...document.querySelectorAll<HTMLElement>('[role="tab"]')];
  function select(name: string, focus = false): void {
    for (const tab of tabs) {
      const isSelected = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", String(isSelected));
      tab.tabIndex = isSelected ? 0 : -1;
      find(`#${tab.getAttribute("aria-controls")}`).hidden = !isSelected;
      if (isSelected && focus) tab.focus();
    }
    if (name === "compare") compare();
    remember();
  }

  // Each tab of the browser has its own, which survives a reload.
  function remember(): void {
    history.replaceState({ tab: tab(), chosen: view.chosen }, "");
  }
  tabs.forEach((tab, place) => {
    tab.addEventListener("click", () => select(tab.id.slice(4)));
    tab.addEventListener("keydown", ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      const next = step && tabs[(place + step + tabs.length) % tabs.length];
      if (next) select(next.id.slice(4), true);
    });
  });

  EXAMPLES.forEach(({ name }, place) => examples.append(make("option", { value: place }, name)));
  examples.addEventListener("change", () => {
    const chosen = EXAMPLES[Number(examples.value)];
    if (!chosen || examples.value === "") return;
    const next = { text: chosen.text, urls: chosen.urls.join("\n") };
    // An example that replaces another needs no way back, except to the file before both.
    if (example < 0) replaced = all();
    if (replaced) replaceAndTell(next, `The example “${chosen.name}” replaced the file and the URLs.`, replaced);
    else replace(next);
  });

  const file = find<HTMLInputElement>("#file");
  let opens = open;
  for (const [button, then] of [["#open", open], ["#open-before", openBefore]] as const) {
    find(button).addEventListener("click", () => {
      opens = then;
      file.click();
    });
  }
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen) void opens(chosen);
    opens = open;
    file.value = "";
  });
  find("#save").addEventListener("click", () => {
    const text = textOf(editor);
    save(original?.text === text ? original.bytes : lineEnd ? text.replaceAll("\n", lineEnd) : text);
  });
  find("#share").addEventListener("click", async () => {
    const hash = await pack({ ...state(), tab: tab() });
    if (!hash) {
      notify("This file is too long for a link. Save it instead.");
      return;
    }
    history.replaceState(history.state, "", hash);
    isLinked = true;
    try {
      await navigator.clipboard.writeText(location.href);
      notify("Copied a link that contains the file and the URLs. Nothing was uploaded.", "good");
    } catch {
      notify("The address of this page now contains the file and the URLs: copy it to share them. Nothing was uploaded.", "good");
    }
  });
  window.addEventListener("hashchange", async () => {
    if (!location.hash.startsWith(PREFIX)) return;
    const linked = await fromLink();
    if (linked) showLinked(linked);
  });
  find(".skip").addEventListener("click", (event) => {
    // The fragment stays free for links.
    event.preventDefault();
    select("test");
    find("#answers").focus();
  });

  const depth = { count: 0 };
  const drag = (event: DragEvent, step: number) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    depth.count = Math.max(0, depth.count + step);
    document.body.classList.toggle("dropping", depth.count > 0);
  };
  window.addEventListener("dragenter", (event) => drag(event, 1));
  window.addEventListener("dragover", (event) => drag(event, 0));
  window.addEventListener("dragleave", (event) => drag(event, -1));
  window.addEventListener("drop", (event) => {
    depth.count = 0;
    document.body.classList.remove("dropping");
    const [dropped] = event.dataTransfer?.files ?? [];
    if (!dropped) return;
    event.preventDefault();
    event.stopPropagation();
    void (find("#before").contains(event.target as Node) ? openBefore : open)(dropped);
  }, { capture: true });

  let listed = asked();
  urls.addEventListener("input", () => {
    // The chosen URL stays chosen if it moves.
    const place = view.chosen ? asked().indexOf(listed[view.chosen.url] ?? "") : -1;
    if (view.chosen && place >= 0 && place < URLS) view.chosen = { ...view.chosen, url: place };
    listed = asked();
    changed();
  });
  find<HTMLFormElement>("#add").addEventListener("submit", (event) => {
    event.preventDefault();
    const input = find<HTMLInputElement>("#token");
    const token = input.value.trim();
    const known = crawlers.find((crawler) => crawler.status !== "retired" && crawler.token.toLowerCase() === token.toLowerCase());
    if (!isToken(token)) notify("A crawler’s name begins with a letter, a digit, “-”, “_” or “.”.");
    else if (known) {
      filter.value = view.filter = known.token;
      showMatrix();
      notify(`“${known.token}” is in the table already: the filter shows it.`, "good");
    } else if (tokens.length === 50) notify("You have added 50 crawlers. Remove one to add another.");
    else if (!tokens.includes(token)) {
      tokens = [...tokens, token];
      filter.value = view.filter = "";
      changed();
    }
    input.value = "";
  });
  const filter = find<HTMLInputElement>("#filter");
  filter.addEventListener("input", () => {
    view.filter = filter.value;
    showMatrix();
  });
  find("#fix").addEventListener("click", async () => {
    editor.focus();
    const text = textOf(editor);
    const fixed = await checks.ask("fix", text).catch(failed);
    // Keep text that was typed in the meantime.
    if (fixed !== undefined && textOf(editor) === text) replaceText(editor, fixed);
  });
  find("#reset-before").addEventListener("click", () => {
    old = textOf(editor);
    ask();
  });
  find("#notice > button").addEventListener("click", () => {
    find("#notice").hidden = true;
    find(`#tab-${tab()}`).focus();
  });
  window.addEventListener("pagehide", keepNow);

  const create = new Create(find<HTMLFormElement>("#create"), find("#preview"), checks, crawlers);
  find("#use-preview").addEventListener("click", () => {
    replaceAndTell({ text: create.text, before: textOf(editor) }, "The file was replaced.");
    find("#tab-test").focus();
  });

  function showLinked(linked: Shared): void {
    isLinked = false;
    const isNew = linked.text !== textOf(editor) || linked.urls !== urls.value;
    if (isNew) replaceAndTell(linked, "This file is from the link.");
    else replace(linked);
    isLinked = true;
  }

  const remembered = history.state as { tab?: string; chosen?: Cell } | null;
  chooseFirst();
  view.chosen = remembered?.chosen ?? view.chosen;
  select(remembered?.tab ?? start.tab ?? "test");
  ask();
  if (linked && kept) showLinked(linked);
  isLinked = linked !== null;
  document.documentElement.dataset.ready = "true";
}

main().catch(() => notify("The page could not start. It needs a browser with WebAssembly and JavaScript modules."));

if ("serviceWorker" in navigator && import.meta.env.PROD) {
  navigator.serviceWorker.register("./service-worker.js").catch(() => {
    // The page works without it, but not offline.
  });
}
