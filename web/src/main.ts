// The page: sends queries, and shows the answers.

import type { Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Matrix, Mistakes, Product } from "./answers";
import { Combobox, type Option } from "./combobox";
import { showChanges } from "./compare";
import { Create } from "./create";
import { count, find, make, notify, visible } from "./dom";
import { jumpTo, makeEditor, replaceText, scrollTogether, showChanged, showMarks, showMistakes, textOf, withAnswers, withChanges } from "./editor";
import { Engine } from "./engine";
import { EXAMPLES, type Example } from "./examples";
import { NotText, type Opened, read, saveAs } from "./files";
import { fetchLive, isServed, type Live, offer, type Offers } from "./live";
import { ManyView, ROWS } from "./many";
import { MatrixView } from "./matrix";
import { listMistakes } from "./mistakes";
import { showProducts } from "./products";
import { PURPOSES, purposeName, rank } from "./purposes";
import { checked, isToken, pack, PREFIX, type Shared, unpack, VIEWS } from "./share";
import { summarise } from "./summary";
import { themed } from "./theme";
import { explain, refuse } from "./why";

const KEY = "robots-page";
const FIRST_AGENT = "Googlebot";
const FIRST_COLUMNS = ["Googlebot", "bingbot", "GPTBot", "OAI-SearchBot", "ClaudeBot", "PerplexityBot"];

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
    notify("This link is damaged or incomplete, so its file can’t be shown.");
    withoutLink();
  }
  return linked;
}

async function main(): Promise<void> {
  themed(find("#theme"));
  const [linked, crawlers] = await Promise.all([fromLink(), answers.ask("crawlers")]);
  const first = EXAMPLES[0] as Example;
  const kept = stored();
  const exampleState = ({ text, urls }: Example): Shared => ({ text, urls: urls.join("\n"), url: urls.at(-1) ?? "/", tokens: [] });
  const start = kept ?? linked ?? exampleState(first);
  let tokens = start.tokens;
  let agent = start.agent ?? FIRST_AGENT;
  let lineEnd = start.lineEnd;
  // The file as it was opened. If it's saved without changes, every byte is the same.
  let original: Opened | null = null;
  let matrix: Matrix | null = null;
  let products: Product[] | null = null;
  let mistakes: Mistakes | null = null;
  // Replacing text with equal text would remove its squiggles, so documents are compared instead of texts.
  let checked: Text | null = null;
  // The editor contains a file's address, so there is no file to judge.
  let isAddress = false;
  // The example that is shown, and the state that it replaced.
  let example = -1;
  let replaced: Shared | null = null;
  let isLinked = false;

  const url = find<HTMLInputElement>("#url");
  const examples = find<HTMLSelectElement>("#examples");
  const editor = makeEditor(find("#editor"), "robots.txt", start.text, () => changed(), withAnswers);
  // An editor that receives a long text while hidden draws all of it, so these two are created when they
  // are first shown.
  let old = start.before ?? start.text;
  let before: EditorView | null = null;
  let after: EditorView | null = null;
  let endScrolling = () => {};
  const jump = (line: number) => jumpTo(editor, line);

  // The crawlers that you can ask about: those that the file names, your own, and the known ones by purpose.
  function options(): Option[] {
    const known = new Map(crawlers.map((crawler) => [crawler.token.toLowerCase(), crawler]));
    const names = (matrix?.named ?? []).filter(isToken);
    const about = (token: string) => known.get(token.toLowerCase())?.operator ?? "";
    const inFile = names.map((token) => ({ value: known.get(token.toLowerCase())?.token ?? token, about: about(token), group: "In this file" }));
    const seen = new Set(inFile.map(({ value }) => value));
    const own = tokens.filter((token) => !seen.has(token)).map((value) => ({ value, about: "", group: "Yours" }));
    const others = Object.keys(PURPOSES).flatMap((purpose) => crawlers
      .filter((crawler) => crawler.purpose === purpose && crawler.status !== "retired" && !seen.has(crawler.token))
      .sort((one, other) => rank(one.token) - rank(other.token))
      .map(({ token, operator }) => ({ value: token, about: operator, group: purposeName(purpose) })));
    return [...inFile, ...own, ...others];
  }

  // Asks about another crawler. A name that is neither known nor in the file is one of the user's own, and is kept.
  function askAbout(name: string): void {
    const token = name.trim();
    if (!isToken(token)) {
      notify("A crawler’s name begins with a letter, a digit, “-”, “_” or “.”.");
      return;
    }
    const same = (other: string) => other.toLowerCase() === token.toLowerCase();
    const known = crawlers.find((crawler) => same(crawler.token));
    if (!known && !tokens.some(same)) {
      if (tokens.length === 50) {
        notify("You have added 50 crawlers. Remove one to add another.");
        return;
      }
      tokens = [...tokens, token];
    }
    agent = known?.token ?? tokens.find(same) ?? token;
    combo.reset();
    changed();
  }

  const combo = new Combobox(find("#agent"), "crawler", "Crawler", "Crawler", options, () => agent, askAbout);
  const view = new MatrixView(find("#matrix"), crawlers, askAbout, (token) => {
    tokens = tokens.filter((other) => other !== token);
    if (agent === token) agent = FIRST_AGENT;
    combo.reset();
    changed();
    combo.input.focus();
  });
  view.rebuild = () => showMatrix();
  const many = new ManyView(find("#many"), crawlers, options, () => changed(), (token, page) => {
    url.value = page;
    askAbout(token);
    find("#question").scrollIntoView({ block: "nearest" });
  });

  const asked = () => url.value.trim();
  // Sets the question and the list of URLs.
  function setQuestion(next: Partial<Shared>): void {
    if (next.tokens) tokens = next.tokens;
    if (next.agent !== undefined) agent = next.agent;
    if (next.urls !== undefined) many.urls.value = next.urls;
    if (next.url !== undefined || next.urls !== undefined) url.value = next.url ?? next.urls?.split("\n")[0] ?? "";
    if (next.columns) many.columns = next.columns;
    if (next.origin !== undefined) many.origin.value = next.origin;
    combo.reset();
  }

  function showMatrix(): void {
    if (!matrix) return;
    view.chosen = agent;
    view.show(matrix, asked(), tokens);
  }

  function askMany(): void {
    if (find("#many").hidden) return;
    const list = many.list().slice(0, ROWS);
    const text = textOf(editor);
    const { columns } = many;
    answers.latest("pages", [list, many.origin.value.trim()], (pages) => {
      answers.latest("columns", [text, columns, list], (letters) => many.show(list, { pages, letters }), failed);
    }, failed, "many");
  }

  function showWhy(): void {
    const why = find("#why");
    const page = asked();
    if (isAddress) {
      why.replaceChildren(make("p", { class: "empty" }, "The editor contains the address of a robots.txt, so there is no answer yet."));
      showMarks(editor, null);
      return;
    }
    if (!page) {
      why.replaceChildren(make("p", { class: "empty" }, "Enter a URL or a path to see which crawlers may fetch it, and why."));
      showMarks(editor, null);
      return;
    }
    const text = textOf(editor);
    const token = agent;
    answers.latest("pages", [[page], many.origin.value.trim()], ([described]) => {
      if (isAddress) return;
      if (described && described.objection !== null) {
        refuse(why, page, described.objection);
        showMarks(editor, null);
        return;
      }
      answers.latest("explain", [text, token, page], (found) => {
        if (isAddress) return;
        explain(why, found, token, page, crawlers.find((crawler) => crawler.token.toLowerCase() === token.toLowerCase()), jump);
        why.classList.toggle("elsewhere", described?.covered === false);
        if (described?.covered === false) why.append(make("p", { class: "foreign" }, `This URL is on a different host from the file (${visible(many.origin.value.trim(), 100)}), so this file doesn’t apply to it.`));
        if (textOf(editor) !== text) return;
        const overruled = found.matches.map(({ line }) => line).filter((line) => line !== found.line);
        showMarks(editor, { decides: found.line, allowed: found.allowed, overruled, agents: found.agentLines });
      }, failed);
    }, failed);
  }

  function failed(): void {
    notify("Something went wrong while computing an answer. Change the file, or reload the page.");
  }

  function summary(): void {
    const isEmpty = textOf(editor).trim() === "";
    summarise(find("#summary"), crawlers, matrix, products, mistakes, isEmpty ? "empty" : isAddress ? "address" : "file", (to) => {
      if (to === "editor") editor.focus();
      else if (to === "mistakes") {
        find("#mistakes").scrollIntoView({ block: "nearest" });
        find("#mistakes").focus();
      } else {
        showView(to === "search" ? "crawlers" : "products");
        if (to === "search") view.reveal("search");
        else {
          find("#products").scrollIntoView({ block: "nearest" });
          find("#products").focus();
        }
      }
    });
  }

  function ask(): void {
    const text = textOf(editor);
    const isEmpty = text.trim() === "";
    const page = asked();
    answers.latest("matrix", [text, tokens, page ? [page] : []], (answer) => {
      matrix = answer;
      showMatrix();
      summary();
    }, failed);
    showWhy();
    askMany();
    if (editor.state.doc !== checked) {
      checked = editor.state.doc;
      // This comes before the mistakes, because their list depends on it.
      offerLive(text);
      answers.latest("products", [text], (answer) => {
        products = answer;
        showProducts(find("#products"), answer, askAbout, jump);
        summary();
      }, failed);
      checks.latest("lint", [text], (answer) => {
        mistakes = answer;
        summary();
        if (textOf(editor) !== text) return;
        showMistakes(editor, isAddress ? [] : answer.found);
        find("#fix").hidden = isAddress || !answer.found.some(({ edits }) => edits.some(({ safe }) => safe));
        listMistakes(find("#mistakes .list"), isAddress ? { ...answer, found: [], total: 0 } : answer, isEmpty || isAddress, editor, jump);
      }, failed);
    }
    example = EXAMPLES.findIndex((known) => known.text === text && known.urls.join("\n") === many.urls.value);
    examples.value = example < 0 ? "" : String(example);
    if (example < 0) replaced = null;
    find("#file-size").textContent = text ? `${count(editor.state.doc.lines, "line")}, ${bytes(text)}` : "";
    if (!find("#panel-compare").hidden) compare();
    keep();
  }

  // An example's URLs are useless for other files. A file counts as a different one if it contains fewer than half of the example's lines. Crawler names don't
  // count, because many files name the same crawlers.
  function dropExampleUrls(): void {
    const own = textOf(editor);
    const shown = EXAMPLES.find(({ urls }) => urls.join("\n") === many.urls.value);
    const lines = (text: string) => new Set(text.split("\n").map((line) => line.trim()).filter((line) => line && !/^user-agent:/i.test(line) && !/^disallow:\s*\/?$/i.test(line)));
    if (!shown || !own.trim() || EXAMPLES.some(({ text }) => text === own)) return;
    const known = lines(shown.text);
    const kept = [...lines(own)].filter((line) => known.has(line)).length;
    if (kept * 2 < known.size) setQuestion({ urls: "", url: shown.urls.includes(asked()) ? "/" : url.value });
  }

  // The editor contains a file's address instead of the file.
  function offerLive(text: string): void {
    const into = find("#offer");
    const set = (value: boolean) => {
      if (isAddress === value) return;
      isAddress = value;
      find("#answers").classList.toggle("unanswered", isAddress);
      showWhy();
    };
    if (text.length > 2000 || text.trim().includes("\n") || /^[\w-]+\s*:(?!\/\/)\D/.test(text)) {
      if (!isServed) into.hidden = true;
      set(false);
      return;
    }
    checks.latest("robotsTxt", [text], (address) => {
      if (textOf(editor) !== text) return;
      set(address !== null);
      summary();
      if (address === null) {
        if (!isServed) into.hidden = true;
      } else {
        many.origin.value = address;
        if (isServed) void fetchLive(into, address, offers);
        else offer(into, address, agent);
      }
    }, failed);
  }

  const opened = async ({ bytes, url: address }: Live): Promise<Opened> => read(Object.assign(new Blob([bytes ?? new Uint8Array()]), { name: address }));
  const offers: Offers = {
    text: () => textOf(editor),
    isFree: () => textOf(editor).trim() === "" || example >= 0 || !textOf(editor).trim().includes("\n"),
    read: async (live) => (await opened(live)).text,
    use: async (live) => {
      try {
        const file = await opened(live);
        replaceAndTell({ text: file.text, lineEnd: file.lineEnd, origin: live.url }, "The live file is in the editor.");
        original = file;
        if (file.warning) notify(file.warning);
      } catch (error) {
        notOpened(live.url, error);
      }
    },
    compare: async (live) => {
      try {
        const file = await opened(live);
        old = file.text;
        many.origin.value = live.url;
        select("compare");
        changed();
      } catch (error) {
        notOpened(live.url, error);
      }
    },
  };
  find("#live").hidden = !isServed;
  find("#live").addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = find<HTMLInputElement>("#address").value;
    checks.latest("robotsTxt", [typed], (address) => {
      if (address === null) notify("This is neither a URL nor a host.");
      else {
        many.origin.value = address;
        void fetchLive(find("#offer"), address, offers);
      }
    }, failed);
  });

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
      }, withChanges);
      before = made;
    }
    if (!after || textOf(after) !== now) {
      after?.destroy();
      // This is the same file as in the other tab, so edits here are also made there.
      after = makeEditor(find("#after"), "robots.txt after the change", now, ({ startState, changes }) => {
        if (startState.doc.eq(editor.state.doc)) editor.dispatch({ changes });
      }, withChanges);
      before.scrollDOM.scrollTop = 0;
    }
    const sides = { before, after };
    endScrolling();
    endScrolling = scrollTogether(before, after);
    const [removed, added] = showChanged(before, after);
    find("#changed-lines").textContent = removed || added ? `Changed lines: ${removed} before, ${added} after` : "";
    checks.latest("diff", [old, now], (answer) => showChanges(find("#changes"), find("#changes-status"), answer, old === now, (side, line) => jumpTo(sides[side], line)), failed);
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
  const tab = () => find('header [aria-selected="true"]').id.slice(4);
  function state(): Shared {
    const text = textOf(editor);
    return {
      text, urls: many.urls.value, tokens, agent, url: url.value, view: shownView(), columns: many.columns, origin: many.origin.value,
      ...(old === text ? {} : { before: old }), ...(lineEnd ? { lineEnd } : {}),
    };
  }

  function changed(): void {
    // The link no longer matches what the page shows, and the notice no longer describes what its button would undo.
    if (isLinked) withoutLink();
    isLinked = false;
    if (document.querySelector("#notice p button")) find("#notice").hidden = true;
    dropExampleUrls();
    ask();
  }

  // Replaces the file and every other part of the state that `next` contains.
  function replace(next: Partial<Shared> & { text: string }): void {
    setQuestion(next);
    if (next.view) showView(next.view);
    old = next.before ?? next.text;
    lineEnd = next.lineEnd;
    original = null;
    replaceText(editor, next.text);
    select(next.tab ?? "test");
    changed();
  }

  const all = (): Shared => ({ ...state(), before: old, tab: tab() });
  function replaceAndTell(next: Partial<Shared> & { text: string }, message: string, last = all()): void {
    replace(next);
    const isReplaced = last.text !== next.text || last.urls !== many.urls.value || last.url !== url.value;
    notify(message, "good", isReplaced ? make("button", { type: "button", class: "line", click: () => {
      replace(last);
      notify("Restored.", "good");
      find(`#tab-${tab()}`).focus();
    } }, "Undo") : undefined);
  }

  async function open(file: File): Promise<void> {
    try {
      const opened = await read(file);
      // In a comparison, the opened file is the new one.
      const isCompared = tab() === "compare";
      replaceAndTell({ text: opened.text, lineEnd: opened.lineEnd, ...(isCompared ? { before: old, tab: "compare" } : {}) }, `Opened “${file.name}”.`);
      original = opened;
      if (opened.warning) notify(opened.warning);
    } catch (error) {
      notOpened(file.name, error);
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
      notOpened(file.name, error);
    }
  }

  function notOpened(name: string, error: unknown): void {
    notify(error instanceof NotText ? error.message : `“${name}” could not be read.`);
  }

  // The tabs in one list. Shows the chosen tab's panel.
  function tabList(list: HTMLElement, then: (tab: HTMLElement) => void): (chosen: HTMLElement, focus?: boolean) => void {
    const tabs = [...list.querySelectorAll<HTMLElement>('[role="tab"]')];
    const select = (chosen: HTMLElement, focus = false) => {
      for (const tab of tabs) {
        const isSelected = tab === chosen;
        tab.setAttribute("aria-selected", String(isSelected));
        tab.tabIndex = isSelected ? 0 : -1;
        find(`#${tab.getAttribute("aria-controls")}`).hidden = !isSelected;
      }
      if (focus) chosen.focus();
      then(chosen);
    };
    tabs.forEach((tab, place) => {
      tab.addEventListener("click", () => select(tab));
      tab.addEventListener("keydown", ({ key }) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
        const next = step && tabs[(place + step + tabs.length) % tabs.length];
        if (next) select(next, true);
      });
    });
    return select;
  }
  const selectTab = tabList(find("header .tabs"), (chosen) => {
    if (chosen.id === "tab-compare") compare();
    remember();
  });
  const select = (name: string) => selectTab(find(`#tab-${name}`));
  const selectView = tabList(find(".views"), () => {
    askMany();
    keep();
    remember();
  });
  const shownView = () => find('.views [aria-selected="true"]').id.slice(5);
  function showView(name: string): void {
    if (VIEWS.includes(name)) selectView(find(`#view-${name}`));
  }

  // Each browser tab has its own state, which survives a reload.
  function remember(): void {
    history.replaceState({ tab: tab(), view: shownView() }, "");
  }

  EXAMPLES.forEach(({ name }, place) => examples.append(make("option", { value: place }, name)));
  examples.addEventListener("change", () => {
    const chosen = EXAMPLES[Number(examples.value)];
    if (!chosen || examples.value === "") return;
    const next = { text: chosen.text, urls: chosen.urls.join("\n"), url: chosen.urls.at(-1) ?? "/", origin: "" };
    // If an example replaces another, the user only needs a way back to the file before both.
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
    saveAs(original?.text === text ? original.bytes : lineEnd ? text.replaceAll("\n", lineEnd) : text);
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
  for (const [link, target] of [["#skip-to-file", editor], ["#skip-to-answers", find("#answers")]] as const) {
    find(link).addEventListener("click", (event) => {
      // This leaves the fragment free for links.
      event.preventDefault();
      select("test");
      target.focus();
    });
  }

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

  url.addEventListener("input", () => changed());
  // On a phone, the keyboard covers half of the page, so the question moves to the top, with its answer below.
  for (const field of [url, combo.input]) {
    field.addEventListener("focus", () => {
      if (innerWidth < 1000) find("#question").scrollIntoView({ block: "start" });
    });
  }
  find<HTMLFormElement>("#question").addEventListener("submit", (event) => event.preventDefault());
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

  const create = new Create(find<HTMLFormElement>("#create"), find("#preview"), find("#left-open"), checks, crawlers);
  find("#use-preview").addEventListener("click", () => {
    replaceAndTell({ text: create.text, before: textOf(editor) }, "The file was replaced.");
    find("#tab-test").focus();
  });

  function showLinked(linked: Shared): void {
    isLinked = false;
    const isNew = linked.text !== textOf(editor) || linked.urls !== many.urls.value || (linked.url !== undefined && linked.url !== url.value);
    if (isNew) replaceAndTell(linked, "This file is from the link.");
    else replace(linked);
    isLinked = true;
  }

  const remembered = history.state as { tab?: string; view?: string } | null;
  many.columns = FIRST_COLUMNS;
  setQuestion(start);
  showView(remembered?.view ?? start.view ?? "products");
  select(remembered?.tab ?? start.tab ?? "test");
  ask();
  if (linked && kept) showLinked(linked);
  isLinked = linked !== null;
  document.documentElement.dataset.ready = "true";
}

main().catch(() => notify("The page couldn’t start. It needs a browser that supports WebAssembly and JavaScript modules."));

// A page that the program serves is always available, and another version must not be shown instead.
if ("serviceWorker" in navigator && import.meta.env.PROD && !isServed) {
  navigator.serviceWorker.register("./service-worker.js").catch(() => {
    // Without it, the page still works, but not offline.
  });
}
