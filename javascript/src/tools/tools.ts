/**
 * Functions for robots.txt editors. They find and fix mistakes, compare two files, list the known crawlers and
 * AI products with what a file allows them, and write new files.
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
 * Uses a compiled module instead of the embedded one. Call this before anything else.
 *
 * @throws Error if the package is already in use; TypeError if `module` is not a `WebAssembly.Module`.
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

/** Calls a function. After an error, the memory is in an unknown state, so the next call starts afresh. */
function call<T>(ask: (functions: typeof glue) => T): T {
  try {
    return ask(functions());
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) glue.__wbg_reset_state();
    throw error;
  }
}

/** The share of a site that a crawler may fetch: all of it, a part, or nothing. */
export type Site = "allowed" | "partly" | "disallowed";

/** A known crawler. */
export interface Crawler {
  /** The product token to write in a `user-agent` line. */
  token: string;
  operator: string;
  /** `search`, `ai-training`, `ai-input`, `user`, `ads`, `preview`, `seo`, `archive`, `feed`, `monitoring`, `security`, `research`, `other` or `unknown`. */
  purpose: string;
  /** `control` marks tokens that no crawler sends. They only control how pages are used. */
  status: "active" | "retired" | "control";
  /** The successor's product token, if the crawler is retired and has one. */
  replacedBy: string | null;
  /** Whether the crawler obeys robots.txt, according to its operator. */
  obeys: "yes" | "no" | "unknown";
  /** Whether the crawler obeys `crawl-delay`, according to its operator. */
  obeysDelay: "yes" | "no" | "unknown";
  /** The URL of the documentation. */
  documentation: string;
  /** The day on which we read the documentation, or `null` if we haven't. */
  read: string | null;
}

/** The answers for many crawlers and URLs. */
export interface Matrix {
  /**
   * One row for each known crawler, in the order of {@link crawlers}, and then one for each token that you
   * passed. `cells` has one letter for each URL: `a` for allowed or `b` for blocked, in upper case if the other
   * dialect gives a different answer.
   */
  rows: { site: Site; cells: string }[];
  /** The first thousand product tokens that the file names, without `*`. */
  named: string[];
}

/** An AI product, and the doors through which pages get into it. */
export interface Product {
  name: string;
  operator: string;
  /** `training` if models are trained on the pages, `search` for an index that it answers from, or `request` if a person asks it to read a page. */
  doors: {
    door: "training" | "search" | "request";
    /** `no-say` if robots.txt doesn't decide, because the operator doesn't document a token, or documents that the crawler ignores robots.txt. */
    state: Site | "no-say";
    /** The tokens that the operator documents. */
    tokens: string[];
    /** Other tokens that are on lists of AI crawlers. */
    listed: string[];
    /** The URL of the operator's page about this door. */
    source: string | null;
    /** `true` if the crawler also feeds the index of a web search engine, so blocking it closes both. */
    isWebSearch: boolean;
  }[];
  /** The `Content-Signal` and `Content-Usage` lines for its crawlers. They don't block anything. */
  statements: { line: number; text: string }[];
}

/** A description of a page's address. */
export interface Page {
  /** The reason why no robots.txt can cover this address, or `null`. */
  objection: string | null;
  /** The scheme, host and port, or `null` for a path. */
  origin: string | null;
  /** `false` if another robots.txt covers the page. */
  covered: boolean;
}

/** One answer, explained. */
export interface Explanation {
  allowed: boolean;
  /** The dialect in which the file is read: `google` for Google's crawlers. */
  dialect: Dialect;
  reason: string;
  /** The answer in words. */
  sentence: string;
  /** The deciding rule. */
  rule: QuotedRule | null;
  line: number | null;
  /** How the groups were selected, and the product token that they name. */
  selection: "own" | "general" | "wildcard" | "none";
  selectedBy: string;
  /** The `user-agent` lines that select the groups. */
  agentLines: number[];
  /** The matching rules, starting with the deciding one. */
  matches: (QuotedRule & { length: number })[];
  /** In seconds. */
  crawlDelay: number | null;
  /** The file's statements about how the page may be used. They don't block anything. */
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
  /** `true` if the edit doesn't change anything for any crawler and URL. */
  safe: boolean;
  /** What the edit changes, and which crawlers it affects. */
  effect: string;
}

/** A mistake in a file. Positions are in UTF-16 code units, as in JavaScript. */
export interface Mistake {
  /** A stable name for this kind of mistake. */
  code: string;
  severity: "note" | "warning" | "error";
  /** All of its lines, as human-readable text. */
  lines: string;
  /** Where the mistake occurs. Lines are counted from 1. */
  places: { line: number; from: number; to: number }[];
  message: string;
  advice: string;
  /** An explanation of this kind of mistake. */
  explanation: string;
  /** The dialect in which this is a mistake, or `null` for both. */
  dialect: Dialect | null;
  edits: Edit[];
}

/** The mistakes in a file. */
export interface Mistakes {
  total: number;
  /** The number of errors and warnings. */
  warnings: number;
  /** The first thousand mistakes. */
  found: Mistake[];
}

/** The answer that one of two files gives. */
export interface Side {
  sentence: string;
  line: number | null;
  rule: string | null;
}

/** The difference between two files. */
export interface Comparison {
  /** The number of crawlers that the files name. */
  named: number;
  /** The crawlers with changes. Crawlers with the same changes are listed together, and `*` means every crawler that neither file names. */
  changed: {
    agents: string[];
    /** `true` if it's certain that no other verdict changes. */
    decided: boolean;
    changes: { change: "allowed" | "disallowed"; url: string; before: Side; after: Side }[];
  }[];
}

/** A description of a new file: which crawlers to block and admit, and which statements to make. */
export interface Preset {
  /** The crawlers to block: `ai`, purposes or product tokens. */
  disallow?: string[];
  /** The crawlers to admit: `ai`, purposes or product tokens. */
  allow?: string[];
  /** Patterns to block for all other crawlers. */
  closed?: string[];
  /** Sitemap URLs. */
  sitemaps?: string[];
  /** `Content-Signal` pairs, such as `ai-train=no`. */
  signals?: string[];
  /** `Content-Usage` preferences, such as `train-ai=n`. */
  usages?: string[];
}

/** A new file. */
export interface NewFile {
  text: string;
  /**
   * Crawlers that the file doesn't block, although you may have wanted it to: those that feed the index of a
   * web search engine, which `product` also reads, and those with an unknown purpose. This is empty unless the
   * file blocks AI or AI training.
   */
  leftOpen: { token: string; product: string | null }[];
  /** The names, patterns and URLs that were ignored because they're unknown or invalid. */
  ignored: string[];
}

function text(value: string, what: string): string {
  if (typeof value !== "string") throw new TypeError(`the ${what} must be a string`);
  return value;
}

function list(values: string[], what: string): string[] {
  if (!Array.isArray(values) || !values.every((value) => typeof value === "string")) throw new TypeError(`the ${what} must be an array of strings`);
  return values;
}

const PARTS = new Set(["disallow", "allow", "closed", "sitemaps", "signals", "usages"]);

/** Returns a preset as JSON. A misspelt name is an error, because a file without that part might admit crawlers that it should block. */
function described(wanted: Preset): string {
  if (typeof wanted !== "object" || wanted === null || Array.isArray(wanted)) throw new TypeError("the preset must be an object");
  for (const [name, values] of Object.entries(wanted)) {
    if (!PARTS.has(name)) throw new TypeError(`unknown part of a preset: ${name}`);
    if (values !== undefined) list(values, name);
  }
  return JSON.stringify(wanted);
}

/** Lists the known crawlers. */
export const crawlers = (): Crawler[] => call((tools) => JSON.parse(tools.crawlers()));

/** Finds the mistakes in a file, and suggests edits. Takes at most a few hundred milliseconds for 500 KB. */
export const lint = (file: string): Mistakes => call((tools) => JSON.parse(tools.mistakes(text(file, "file"))));

/** Makes all of {@link lint}'s safe edits, and returns the new text. */
export const fix = (file: string): string => call((tools) => tools.fix(text(file, "file")));

/** Returns the answers for every known crawler, and for other product tokens, about every URL. */
export const matrix = (file: string, tokens: string[], urls: string[]): Matrix =>
  call((tools) => JSON.parse(tools.matrix(text(file, "file"), list(tokens, "tokens"), list(urls, "URLs"))));

/** Explains one answer: the rule, its line, and how its group was selected. */
export const explain = (file: string, token: string, url: string): Explanation =>
  call((tools) => JSON.parse(tools.explain(text(file, "file"), text(token, "token"), text(url, "URL"))));

/** Compares two files for all crawlers and all URLs. Returns an example for each change. */
export const diff = (before: string, after: string): Comparison =>
  call((tools) => JSON.parse(tools.compare(text(before, "old file"), text(after, "new file"))));

/** Returns the answers for the crawlers you choose about many URLs: for each token, one letter per URL, as in {@link Matrix}. */
export const columns = (file: string, tokens: string[], urls: string[]): string[] =>
  call((tools) => JSON.parse(tools.columns(text(file, "file"), list(tokens, "tokens"), list(urls, "URLs"))));

/** Lists the AI products, with what a file allows each of them. */
export const products = (file: string): Product[] => call((tools) => JSON.parse(tools.products(text(file, "file"))));

/** Describes page addresses. `origin` is any URL on the site that the robots.txt is from, or empty. */
export const pages = (urls: string[], origin = ""): Page[] => call((tools) => JSON.parse(tools.pages(list(urls, "URLs"), text(origin, "origin"))));

/** Returns the robots.txt URL for an address, or `null` if the address is neither a URL nor a host. */
export const robotsTxt = (address: string): string | null => call((tools) => tools.robots_txt(text(address, "address")) ?? null);

/**
 * Writes a file that blocks and admits crawlers, as the program's `robots init` does.
 *
 * @throws TypeError if the preset has a part with another name or type.
 */
export const preset = (wanted: Preset): NewFile => call((tools) => JSON.parse(tools.preset(described(wanted))));
