/**
 * What editors of robots.txt files need: mistakes and edits, the comparison of two files, the known crawlers and
 * what a file allows them, and files to start from.
 *
 * @module
 */

import * as glue from "../generated/tools/robots.js";
import type { Dialect, Rule } from "../types.js";

export type { Dialect, Rule } from "../types.js";

let source: (() => WebAssembly.Module) | undefined;
let started = false;

/** @internal */
export function provide(module: () => WebAssembly.Module): void {
  source ??= module;
}

/**
 * Uses a compiled module instead of the embedded one. Call it before anything else.
 *
 * @throws Error if the module is in use already; TypeError if it is no module.
 */
export function init(module: WebAssembly.Module): void {
  if (!(module instanceof WebAssembly.Module)) throw new TypeError("init needs a WebAssembly.Module");
  if (started) throw new Error("robots-exclusion/tools has been started already: call init before anything else");
  source = () => module;
}

function functions(): typeof glue {
  if (!started) {
    if (!source) throw new Error("this entry of robots-exclusion has no WebAssembly of its own: call init first");
    glue.initSync({ module: source() });
    started = true;
  }
  return glue;
}

/** Calls a function. After an error its memory is in an unknown state, so the next call starts afresh. */
function call<T>(ask: (functions: typeof glue) => T): T {
  try {
    return ask(functions());
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) glue.__wbg_reset_state();
    throw error;
  }
}

/** What a file allows a crawler: the whole site, a part of it, or nothing. */
export type Site = "allowed" | "partly" | "disallowed";

/** A known crawler. */
export interface Crawler {
  /** The product token to write in a `user-agent` line. */
  token: string;
  operator: string;
  /** `search`, `ai-training`, `ai-input`, `user`, `ads`, `preview`, `seo`, `archive`, `feed`, `monitoring`, `security`, `research` or `other`. */
  purpose: string;
  /** `control` is for tokens that no crawler sends. */
  status: "active" | "retired" | "control";
  replacedBy: string | null;
  /** Whether the crawler obeys robots.txt, as its operator documents. */
  obeys: "yes" | "no" | "unknown";
  /** The same for `crawl-delay`. */
  obeysDelay: "yes" | "no" | "unknown";
  /** The URL of the documentation. */
  documentation: string;
  /** The day on which the documentation was read, or `null` if it was not. */
  read: string | null;
}

/** The answers for many crawlers and URLs. */
export interface Matrix {
  /**
   * A row for each known crawler, in the order of {@link crawlers}, then for each given token. `cells` has a
   * letter for each URL: `a` for allowed, `b` for blocked, in upper case if the other dialect has another answer.
   */
  rows: { site: Site; cells: string }[];
  /** The product tokens that the file names, without `*`; the first thousand. */
  named: string[];
}

/** An AI product, and the ways by which pages get into it. */
export interface Product {
  name: string;
  operator: string;
  /** `training`: models are trained on pages; `search`: an index from which it answers; `request`: a person asks it to read a page. */
  doors: {
    door: "training" | "search" | "request";
    /** `no-say` if robots.txt does not decide: no token is documented, or the operator documents that the crawler ignores it. */
    state: Site | "no-say";
    /** The tokens that the operator documents. */
    tokens: string[];
    /** Other tokens that lists of AI crawlers name. */
    listed: string[];
    /** The URL of the operator's page about it. */
    source: string | null;
    /** Whether the crawler also fills the index of a web search engine. */
    isWebSearch: boolean;
  }[];
  /** The `Content-Signal` and `Content-Usage` lines for its crawlers. They block nothing. */
  statements: { line: number; text: string }[];
}

/** What the address of a page is. */
export interface Page {
  /** The reason why this is no page that a robots.txt could cover, or `null`. */
  objection: string | null;
  /** Scheme, host and port, or `null` for a path. */
  origin: string | null;
  /** `false` if another robots.txt covers the page. */
  covered: boolean;
}

/** One answer, explained. */
export interface Explanation {
  allowed: boolean;
  /** The dialect that decides: `google` for Google's crawlers. */
  dialect: Dialect;
  reason: string;
  /** The answer in words. */
  sentence: string;
  /** The rule that decides. */
  rule: QuotedRule | null;
  line: number | null;
  /** How the groups were selected, and the product token that they name. */
  selection: "own" | "general" | "wildcard" | "none";
  selectedBy: string;
  /** The `user-agent` lines that select the groups. */
  agentLines: number[];
  /** The matching rules, the deciding one first. */
  matches: (QuotedRule & { length: number })[];
  /** In seconds. */
  crawlDelay: number | null;
  /** What the file states about the use of the page; they block nothing. */
  statements: { field: "Content-Signal" | "Content-Usage"; label: string; value: string; line: number }[];
  /** The answer in the other dialect. */
  other: { dialect: Dialect; allowed: boolean; line: number | null; sentence: string };
}

/** A rule with the name of its field. */
export interface QuotedRule extends Omit<Rule, "kind"> {
  kind: "Allow" | "Disallow";
}

/** An edit that a diagnostic suggests. Positions are in UTF-16 code units, as in JavaScript. */
export interface Edit {
  from: number;
  to: number;
  text: string;
  /** `true` if the edit changes nothing for any crawler and URL. */
  safe: boolean;
  /** The changes that the edit makes, and the crawlers that it affects. */
  effect: string;
}

/** A mistake in a file. Positions are in UTF-16 code units, as in JavaScript. */
export interface Mistake {
  /** A stable name of the kind of mistake. */
  code: string;
  severity: "information" | "warning" | "error";
  /** All its lines, for people. */
  lines: string;
  /** Its places; lines count from 1. */
  places: { line: number; from: number; to: number }[];
  message: string;
  advice: string;
  /** What this kind of mistake is. */
  explanation: string;
  /** The dialect in which it is one, or `null` for both. */
  dialect: Dialect | null;
  edits: Edit[];
}

/** The mistakes in a file. */
export interface Mistakes {
  total: number;
  /** The number of those that are not only information. */
  warnings: number;
  /** The first thousand. */
  found: Mistake[];
}

/** The answer of one of two files. */
export interface Side {
  sentence: string;
  line: number | null;
  rule: string | null;
}

/** The difference between two files. */
export interface Comparison {
  /** The number of crawlers that the files name. */
  named: number;
  /** The crawlers with changes; those with the same changes are together. `*` is every crawler that neither file names. */
  changed: {
    agents: string[];
    /** `true` if no other verdict changes. */
    decided: boolean;
    changes: { change: "allowed" | "disallowed"; url: string; before: Side; after: Side }[];
  }[];
}

/** What a new file should block, admit and state. */
export interface Preset {
  /** `ai`, purposes or product tokens of crawlers to block. */
  disallow?: string[];
  /** `ai`, purposes or product tokens of crawlers to admit. */
  allow?: string[];
  /** Patterns to block for all other crawlers. */
  closed?: string[];
  /** URLs of sitemaps. */
  sitemaps?: string[];
  /** Pairs of `Content-Signal`, such as `ai-train=no`. */
  signals?: string[];
  /** Preferences of `Content-Usage`, such as `train-ai=n`. */
  usages?: string[];
}

/** A new file. */
export interface NewFile {
  text: string;
  /**
   * Crawlers that it leaves open although they may be meant: those that fill the index of a web search engine, which
   * `product` reads, and those of unknown purpose. None unless it blocks AI or AI training.
   */
  leftOpen: { token: string; product: string | null }[];
}

/** Lists the known crawlers. */
export const crawlers = (): Crawler[] => call((tools) => JSON.parse(tools.crawlers()));

/** Finds the mistakes in a file, and edits. Takes at most some hundred milliseconds for 500 KB. */
export const lint = (text: string): Mistakes => call((tools) => JSON.parse(tools.mistakes(text)));

/** Makes all edits of {@link lint} that are safe, and returns the new text. */
export const fix = (text: string): string => call((tools) => tools.fix(text));

/** Answers for every known crawler, and for other product tokens, about every URL. */
export const matrix = (text: string, tokens: string[], urls: string[]): Matrix => call((tools) => JSON.parse(tools.matrix(text, tokens, urls)));

/** Explains one answer: the rule, its line, and how its group was selected. */
export const explain = (text: string, token: string, url: string): Explanation => call((tools) => JSON.parse(tools.explain(text, token, url)));

/** Compares two files for all crawlers: which URLs become allowed or disallowed, decided for all URLs, with examples. */
export const diff = (before: string, after: string): Comparison => call((tools) => JSON.parse(tools.compare(before, after)));

/** Answers for chosen crawlers about many URLs: for each token a letter for each URL, as in {@link Matrix}. */
export const columns = (text: string, tokens: string[], urls: string[]): string[] =>
  call((tools) => JSON.parse(tools.columns(text, tokens, urls)));

/** Lists the AI products, with what a file allows each of them. */
export const products = (text: string): Product[] => call((tools) => JSON.parse(tools.products(text)));

/** Describes the addresses of pages. `origin` is a URL of the site that the robots.txt is from, or empty. */
export const pages = (urls: string[], origin = ""): Page[] => call((tools) => JSON.parse(tools.pages(urls, origin)));

/** Returns the URL of the robots.txt that an address stands for, or `null` if it is neither a URL nor a host. */
export const robotsTxt = (address: string): string | null => call((tools) => tools.robots_txt(address) ?? null);

/** Writes a file that blocks and admits crawlers, as the program's `robots init` does. */
export const preset = (wanted: Preset): NewFile => call((tools) => JSON.parse(tools.preset(JSON.stringify(wanted))));
