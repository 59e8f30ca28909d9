// The page: sends queries, and shows the answers.

import { undo } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { Matrix, Mistakes } from "./answers";
import { showChanges } from "./compare";
import { Create } from "./create";
import { count, find, make, notify } from "./dom";
import { jumpTo, makeEditor, replaceText, showMarks, showMistakes, textOf, withAnswers } from "./editor";
import { Engine } from "./engine";
import { EXAMPLES, type Example } from "./examples";
import { NotText, read, save } from "./files";
import { type Cell, MatrixView } from "./matrix";
import { listMistakes } from "./mistakes";
import { checked, pack, type Shared, unpack } from "./share";
import { summarise } from "./summary";
import { themed } from "./theme";
import { explain } from "./why";

const URLS = 50;
const KEY = "robots-page";

// Answers about URLs do not wait for a comparison or for diagnostics.
const answers = new Engine();
const checks = new Engine();

async function begin(): Promise<Shared & { fromLink: boolean }> {
  const first = EXAMPLES[0] as Example;
  let kept: Shared | null = null;
  try {
    kept = checked(JSON.parse(localStorage.getItem(KEY) ?? "null"));
  } catch {
    // Storage is unavailable or damaged: start with the example.
  }
  const linked = location.hash.length > 1 ? await unpack(location.hash) : null;
  if (location.hash.length > 1 && !linked) {
    notify("This link is damaged or incomplete, so its file cannot be shown.");
    history.replaceState(null, "", location.pathname + location.search);
  }
  return { ...(linked ?? kept ?? { text: first.text, urls: first.urls.join("\n"), tokens: [] }), fromLink: linked !== null };
}

async function main(): Promise<void> {
  themed(find("#theme"));
  const [start, crawlers] = await Promise.all([begin(), answers.ask("crawlers")]);
  let tokens = start.tokens;
  let lineEnd = "\n";
  let matrix: Matrix | null = null;
  let mistakes: Mistakes | null = null;
  let isLinked = start.fromLink;

  const urls = find<HTMLTextAreaElement>("#urls");
  urls.value = start.urls;
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
      explain(why, found, token, url, crawlers[chosen.row], jump);
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
    checks.latest("mistakes", [text], (answer) => {
      mistakes = answer;
      summary();
      if (textOf(editor) !== text) return;
      showMistakes(editor, answer.found);
      find("#fix").hidden = !answer.found.some(({ edits }) => edits.some(({ safe }) => safe));
      listMistakes(find("#mistakes .list"), answer, isEmpty, editor, jump);
    }, failed);
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
    checks.latest("compare", [old, now], (answer) => showChanges(find("#changes"), answer, old === now), failed);
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
  const state = (): Shared => ({ text: textOf(editor), urls: urls.value, tokens, before: old });

  function changed(): void {
    // The link no longer describes what the page shows.
    if (isLinked) history.replaceState(null, "", location.pathname + location.search);
    isLinked = false;
    ask();
  }

  // The new file replaces the current one. Undo restores it.
  function show(text: string): void {
    view.chosen = null;
    select("test");
    old = text;
    replaceText(editor, text);
  }

  async function open(file: File): Promise<void> {
    try {
      const opened = await read(file);
      lineEnd = opened.lineEnd;
      show(opened.text);
      if (opened.warning) notify(opened.warning);
      else notify(`Opened “${file.name}”.`, "good");
    } catch (error) {
      notify(error instanceof NotText ? error.message : `“${file.name}” could not be read.`);
    }
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
  }
  tabs.forEach((tab, place) => {
    tab.addEventListener("click", () => select(tab.id.slice(4)));
    tab.addEventListener("keydown", ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      const next = step && tabs[(place + step + tabs.length) % tabs.length];
      if (next) select(next.id.slice(4), true);
    });
  });

  const examples = find<HTMLSelectElement>("#examples");
  EXAMPLES.forEach(({ name }, place) => examples.append(make("option", { value: place }, name)));
  examples.addEventListener("change", () => {
    const example = EXAMPLES[Number(examples.value)];
    examples.value = "";
    if (!example) return;
    urls.value = example.urls.join("\n");
    show(example.text);
    ask();
  });

  const file = find<HTMLInputElement>("#file");
  find("#open").addEventListener("click", () => file.click());
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen) void open(chosen);
    file.value = "";
  });
  find("#save").addEventListener("click", () => save(textOf(editor), lineEnd));
  find("#share").addEventListener("click", async () => {
    const { before: first, ...shared } = state();
    const hash = await pack(first === shared.text ? shared : { ...shared, before: first });
    history.replaceState(null, "", hash);
    isLinked = true;
    try {
      await navigator.clipboard.writeText(location.href);
      notify("Copied a link that contains the file and the URLs. Nothing was uploaded.", "good");
    } catch {
      notify("The address of this page now contains the file and the URLs: copy it to share them. Nothing was uploaded.", "good");
    }
  });
  window.addEventListener("hashchange", () => location.reload());

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
    void open(dropped);
  }, { capture: true });

  urls.addEventListener("input", () => {
    if (isLinked) changed();
    else ask();
  });
  find<HTMLFormElement>("#add").addEventListener("submit", (event) => {
    event.preventDefault();
    const input = find<HTMLInputElement>("#token");
    const token = input.value.trim();
    const known = crawlers.some((crawler) => crawler.token.toLowerCase() === token.toLowerCase());
    if (!/^[a-z0-9._-]/i.test(token)) notify("A crawler’s name begins with a letter, a digit, “-”, “_” or “.”.");
    else if (known) notify(`“${token}” is in the list already.`, "good");
    else if (!tokens.includes(token) && tokens.length < 50) {
      tokens = [...tokens, token];
      if (isLinked) changed();
      else ask();
    }
    input.value = "";
  });
  const filter = find<HTMLInputElement>("#filter");
  filter.addEventListener("input", () => {
    view.filter = filter.value;
    showMatrix();
  });
  find("#fix").addEventListener("click", async () => {
    const text = textOf(editor);
    const fixed = await checks.ask("fix", text).catch(failed);
    // Keep text that was typed in the meantime.
    if (fixed !== undefined && textOf(editor) === text) replaceText(editor, fixed);
  });
  find("#reset-before").addEventListener("click", () => {
    old = textOf(editor);
    ask();
  });
  find("#notice button").addEventListener("click", () => (find("#notice").hidden = true));
  window.addEventListener("pagehide", keepNow);

  const create = new Create(find<HTMLFormElement>("#create"), find("#preview"), checks, crawlers);
  find("#use-preview").addEventListener("click", () => {
    const { text } = create;
    view.chosen = null;
    select("test");
    replaceText(editor, text);
    const back = make("button", { type: "button", class: "line", click: () => undo(editor) }, "Undo");
    notify("The file was replaced. ", "good");
    find("#notice p").append(back);
  });

  // The first answer is chosen, so that the page shows an explanation from the start.
  if (asked().length) {
    const last = crawlers.findIndex(({ token }) => token === "Googlebot");
    view.chosen = { row: Math.max(last, 0), url: asked().length - 1 };
  }
  ask();
  document.documentElement.dataset.ready = "true";
}

main().catch(() => notify("The page could not start. It needs a browser with WebAssembly and JavaScript modules."));

if ("serviceWorker" in navigator && import.meta.env.PROD) {
  navigator.serviceWorker.register("./service-worker.js").catch(() => {
    // The page works without it, but not offline.
  });
}
