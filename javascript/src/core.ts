/**
 * May this crawler fetch this URL? A robots.txt parser and matcher.
 *
 * @example
 * ```ts
 * import { Robots } from "robots-exclusion";
 *
 * const robots = Robots.parse("User-agent: *\nDisallow: /private/\n");
 * robots.allowed("MyBot/1.0", "https://example.com/private/x"); // false
 *
 * const matcher = robots.matcher("MyBot");
 * matcher.allowed("/public"); // true
 * ```
 *
 * @module
 */

import * as glue from "./generated/core/robots.js";
import { Instance } from "./instance.js";
import type { File, Rules, Saved } from "./instance.js";
import { dispose, href } from "./platform.js";
import type { Dialect, Rule } from "./types.js";

export type { Dialect, Rule } from "./types.js";

/** @internal */
export { Instance } from "./instance.js";

/** @internal */
export const core = new Instance(glue);

/**
 * Uses a compiled module instead of the embedded one. Call this before anything else.
 *
 * @example
 * ```ts
 * import { init, Robots } from "robots-exclusion/slim";
 *
 * init(await WebAssembly.compileStreaming(fetch("/core.wasm")));
 * ```
 *
 * @throws Error if the package is already in use; TypeError if `module` is not a `WebAssembly.Module`.
 */
export function init(module: WebAssembly.Module): void {
  core.init(module);
}

/** Options for {@link Robots.parse}. */
export interface ParseOptions {
  /** Which parser to imitate. The default is `"standard"`. */
  dialect?: Dialect | undefined;
  /**
   * The number of bytes to read; `null` or `Infinity` reads all of them. The default is 512,000; lower limits
   * don't conform to RFC 9309 §2.5. If the limit is in the middle of a line, that line is ignored.
   */
  byteLimit?: number | null | undefined;
  /**
   * If `true`, which is the default, `Googlebot-Image` obeys the groups for `googlebot` if none names it, as
   * Google documents. If `false`, it obeys the groups for `*` instead, as specified in RFC 9309.
   */
  agentFallback?: boolean | undefined;
}

/** How a crawler's groups were selected. */
export type Selection = "own" | "general" | "wildcard" | "none";

/** The answer to a query, and the reason for it. */
export interface Verdict {
  readonly allowed: boolean;
  /** The deciding rule's line, counted from 1. */
  readonly line?: number;
  /**
   * The reason for the answer: a rule decides it, no rule matches, no group applies to the crawler, the URL is
   * `/robots.txt` (which is always allowed), or no robots.txt is available.
   */
  readonly reason: "rule" | "no-rule" | "no-group" | "robots-txt" | "unavailable";
  /** The deciding rule. */
  readonly rule?: Rule;
  /**
   * How the groups were selected: by the crawler's own token, by a more general one, or by `*`. `"none"` if no group applies.
   */
  readonly selection: Selection;
  /** The product token that the selected groups name, or `*`. */
  readonly group?: string;
  /** `true` if the URL neither begins with `/` nor is absolute. That's probably a mistake in the calling program. */
  readonly isIncompleteUrl: boolean;
  /** The verdict in words, such as `disallowed by line 2: Disallow: /private/`. It quotes the file, so escape it before you show it. */
  readonly text: string;
}

/** A record that is neither a rule nor a `user-agent` line. */
export interface Record {
  /** The field name as written. */
  readonly name: string;
  readonly value: string;
  /** The line, counted from 1. */
  readonly line: number;
}

/** The preferences for a URL, from `Content-Usage` or `Content-Signal` records. */
export interface Usage {
  /** `false` if the URL is disallowed, in which case no preference applies. */
  readonly applies: boolean;
  /** The preferences in words, one line per label. */
  readonly text: string;
  /** The statements about labels in the vocabulary, without those that the file doesn't mention. */
  readonly stated: readonly Statement[];
  /** Returns the preference for a label, such as `train-ai`, or `undefined` if the file doesn't state one. */
  preference(label: string): "allow" | "disallow" | undefined;
  /** Returns the line of the record that decides a label, counted from 1. */
  line(label: string): number | undefined;
  /** Returns a key's value in lower case, for keys such as `use` whose values aren't just yes and no. */
  value(key: string): string | undefined;
}

/** A statement about one label. */
export interface Statement {
  readonly label: string;
  readonly preference?: "allow" | "disallow";
  readonly line?: number;
  readonly value?: string;
}

/**
 * Checks that options are an object, because the properties of any other value would be ignored.
 *
 * @internal
 */
export function checkObject(options: object): void {
  if (typeof options !== "object" || options === null) throw new TypeError(`the options must be an object, not ${options === null ? "null" : typeof options}`);
}

/**
 * Checks options.
 *
 * @internal
 */
export function checkedOptions(options: ParseOptions = {}): Omit<File, "text"> {
  checkObject(options);
  const { dialect, byteLimit, agentFallback } = options;
  if (dialect !== undefined && dialect !== "standard" && dialect !== "google") {
    throw new TypeError(`unknown dialect ${JSON.stringify(String(dialect))}: it is "standard" or "google"`);
  }
  const limit = byteLimit === undefined ? Number.NaN : (byteLimit ?? Number.POSITIVE_INFINITY);
  if (typeof limit !== "number" || limit < 0 || (byteLimit !== undefined && limit !== Number.POSITIVE_INFINITY && !Number.isInteger(limit))) {
    throw new RangeError("byteLimit must be a whole number of bytes, null or Infinity");
  }
  if (agentFallback !== undefined && typeof agentFallback !== "boolean") throw new TypeError("agentFallback must be a boolean");
  return { isGoogle: dialect === "google", limit, fallback: agentFallback ?? true };
}

/**
 * Checks the longest wait.
 *
 * @internal
 */
export function checkedCap(cap = Number.POSITIVE_INFINITY): number {
  if (typeof cap !== "number" || !(cap >= 0)) throw new RangeError("the longest wait must be a number of seconds");
  return cap;
}

function fileOf(text: string | Uint8Array, options?: ParseOptions): File {
  const kept = checkedOptions(options);
  const { limit } = kept;
  if (typeof text === "string") return { text, ...kept };
  if (!(text instanceof Uint8Array)) throw new TypeError("the file must be a string or a Uint8Array");
  // This makes a copy, because the caller may change the bytes. It throws if they are detached.
  const end = Number.isNaN(limit) ? core.functions.default_limit() + 4 : limit + 4;
  return { text: Uint8Array.prototype.slice.call(text, 0, Math.min(end, text.length)), ...kept };
}

/** The names of a crawler. */
function agentsOf(agents: string | Iterable<string>): readonly string[] {
  if (typeof agents === "string") return [agents];
  if (typeof agents?.[Symbol.iterator] !== "function") throw new TypeError("the crawler's names must be a string or an iterable of strings");
  return Array.from(agents, checked);
}

function checked(agent: string): string {
  if (typeof agent !== "string") throw new TypeError("the crawler's name must be a string");
  return agent;
}

/**
 * A parsed robots.txt.
 *
 * The object keeps the text. The parsed form is in WebAssembly, in a 6 MB pool that evicts its oldest entries, files with a
 * matcher before others. If you query a file that has been evicted, it's parsed again, which takes 8 µs on average for files
 * from public sites. This means that there's nothing to free.
 */
export class Robots {
  readonly #file: File;
  #number: number;

  private constructor(file: File) {
    this.#file = file;
    this.#number = core.parse(file);
  }

  /**
   * Parses a robots.txt. This never fails for any text, because lines that aren't records are ignored.
   *
   * It reads at most 512,000 bytes unless you set `byteLimit`, and takes time linear in the number of bytes
   * read. If you have the response's bytes, pass those rather than a string, because a file may not be UTF-8.
   * Lone surrogates in a string are read as U+FFFD.
   *
   * @throws TypeError if `text` is neither a string nor a `Uint8Array`, or is detached, and if an option has the
   * wrong type; RangeError if `byteLimit` is not a number of bytes.
   */
  static parse(text: string | Uint8Array, options?: ParseOptions): Robots {
    return new Robots(fileOf(text, options));
  }

  #kept(): number {
    if (!core.isFileKept(this.#number)) this.#number = core.parse(this.#file);
    return this.#number;
  }

  /**
   * Returns `true` if the crawler may fetch the URL.
   *
   * `agent` is the crawler's product token or its whole `User-Agent` header. Only the URL's path and query are
   * compared, so use {@link Scope.covers} if the URL might be on another host. If you want to ask about many
   * URLs, keep a {@link matcher}.
   */
  allowed(agent: string, url: string | URL): boolean {
    const [name, address] = [checked(agent), href(url)];
    const number = this.#kept();
    const middle = core.put(address, 0);
    const end = core.put(name, middle);
    return core.engine.robots_allowed(number, middle, end);
  }

  /** Returns whether the crawler may fetch the URL, and why; see {@link allowed}. */
  verdict(agent: string, url: string | URL): Verdict {
    const [name, address] = [checked(agent), href(url)];
    const number = this.#kept();
    const middle = core.put(address, 0);
    const end = core.put(name, middle);
    return JSON.parse(core.engine.robots_verdict(number, middle, end));
  }

  /**
   * Compiles the rules for one crawler.
   *
   * If you pass several names, such as `["Googlebot-Image", "Googlebot"]`, they must be the product tokens of a
   * single crawler, in order of preference. The first one that has its own group is used.
   */
  matcher(agents: string | Iterable<string>): Matcher {
    const names = agentsOf(agents);
    return makeMatcher(core, this.#file, names, core.compile(this.#kept(), names));
  }

  /** The values of all `sitemap` records, in file order. They should be absolute URLs, but this isn't checked. */
  get sitemaps(): string[] {
    return JSON.parse(core.engine.sitemaps(this.#kept()));
  }

  /** All records except rules and `user-agent` lines, in file order. */
  get records(): Record[] {
    return JSON.parse(core.engine.all_records(this.#kept()));
  }

  /** `true` if the file was longer than the byte limit. */
  get isTruncated(): boolean {
    return core.engine.is_truncated(this.#kept());
  }

  /** Releases the WebAssembly memory immediately, for `using`. If you query the file afterwards, it's parsed again. */
  [dispose](): void {
    core.release(this.#number);
    this.#number = -1;
  }
}

let makeMatcher: (instance: Instance<any>, rules: Rules, agents: readonly string[], number: number) => Matcher;

/**
 * Returns a matcher for the rules that apply without a file.
 *
 * @internal
 */
export function matcherOf(rules: Saved, agents: string | Iterable<string>): Matcher {
  return makeMatcher(rules.instance, rules, agentsOf(agents), -1);
}

/**
 * The compiled rules for one crawler.
 *
 * Like a {@link Robots}, a matcher is compiled again if it has been evicted from WebAssembly, so a query to an
 * evicted one takes about ten microseconds longer. Matchers share their file's text, so a million of them take
 * about 230 bytes each.
 */
export class Matcher {
  readonly #instance: Instance<any>;
  readonly #rules: Rules;
  readonly #agents: readonly string[];
  #number: number;

  private constructor(instance: Instance<any>, rules: Rules, agents: readonly string[], number: number) {
    this.#instance = instance;
    this.#rules = rules;
    this.#agents = agents;
    this.#number = number;
  }

  static {
    makeMatcher = (instance, rules, agents, number) => new Matcher(instance, rules, agents, number);
  }

  #kept(): number {
    if (!this.#instance.isKept(this.#number)) {
      const robots = this.#instance.parse(this.#rules);
      this.#number = this.#instance.compile(robots, this.#agents);
      this.#instance.release(robots);
    }
    return this.#number;
  }

  /** Returns `true` if the crawler may fetch the URL. Only its path and query are compared. */
  allowed(url: string | URL): boolean {
    // This comes first, because one of the URL's getters might query another file.
    const address = href(url);
    const number = this.#kept();
    const end = this.#instance.put(address, 0);
    return this.#instance.engine.allowed(number, end);
  }

  /** Returns whether the crawler may fetch the URL, and why. */
  verdict(url: string | URL): Verdict {
    // This comes first, because one of the URL's getters might query another file.
    const address = href(url);
    const number = this.#kept();
    const end = this.#instance.put(address, 0);
    return JSON.parse(this.#instance.engine.verdict(number, end));
  }

  /** Returns 1 for each URL that the crawler may fetch, and 0 for the others, in the same order as `urls`. */
  allowedMany(urls: Iterable<string | URL>): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(urls, (url) => Number(this.allowed(url)));
  }

  /** The `crawl-delay` in seconds, which is at most one day. If several apply, this is the largest. */
  get crawlDelay(): number | undefined {
    return this.#instance.engine.crawl_delay(this.#kept());
  }

  /**
   * Returns the time to wait between requests in seconds, from `crawl-delay` and `request-rate`.
   *
   * @param cap the longest wait, in seconds
   */
  delay(cap = Number.POSITIVE_INFINITY): number | undefined {
    return this.#instance.engine.delay(this.#kept(), checkedCap(cap));
  }

  /** The records that apply to the crawler, in file order, such as `crawl-delay` and `clean-param`. Rules are not included. */
  get records(): Record[] {
    return JSON.parse(this.#instance.engine.records(this.#kept()));
  }

  /**
   * Returns the preferences for a URL from `Content-Usage` records. These follow IETF drafts, so answers may
   * change in any release.
   */
  usage(url: string | URL): Usage {
    return this.#usage(href(url), false);
  }

  /** Returns the preferences for a URL from `Content-Signal` records. */
  contentSignals(url: string | URL): Usage {
    return this.#usage(href(url), true);
  }

  #usage(url: string, signals: boolean): Usage {
    if (!usageOf) throw new Error('usage preferences need `import "robots-exclusion/crawl"` once');
    return usageOf(this.#rules, this.#agents, url, signals);
  }

  /** Releases the WebAssembly memory immediately, for `using`. If you query the matcher afterwards, it's compiled again. */
  [dispose](): void {
    this.#instance.release(this.#number);
    this.#number = -1;
  }
}

type UsageOf = (rules: Rules, agents: readonly string[], url: string, signals: boolean) => Usage;
let usageOf: UsageOf | undefined;

/** @internal */
export function provideUsage(of: UsageOf): void {
  usageOf = of;
}

/** Calls the library, which reports an error for a URL that can't have a robots.txt. */
function located<T>(call: (functions: typeof glue) => T): T {
  try {
    return call(core.functions);
  } catch (error) {
    throw error instanceof WebAssembly.RuntimeError ? error : new TypeError((error as Error).message);
  }
}

/**
 * Returns the URL of the robots.txt that covers a page.
 *
 * @throws TypeError if the page is not an absolute URL, or has no host.
 */
export function robotsTxtUrl(page: string | URL): string {
  const text = href(page);
  return located((functions) => functions.robots_txt_url(text));
}

/** The scheme, host and port that one robots.txt covers. */
export class Scope {
  readonly #text: string;
  /** The scheme, in lower case. */
  readonly scheme: string;
  /** The host: a domain in ASCII, or an IP address. */
  readonly host: string;
  /** The port, or the scheme's default port if the URL has none. It's `undefined` if neither is known. */
  readonly port: number | undefined;
  /** The URL of the robots.txt. */
  readonly robotsTxtUrl: string;

  private constructor(url: string | URL, isFile: boolean) {
    const text = href(url);
    const parts = JSON.parse(located((functions) => functions.scope(text, isFile)));
    this.#text = parts.text;
    this.scheme = parts.scheme;
    this.host = parts.host;
    this.port = parts.port;
    this.robotsTxtUrl = parts.robotsTxtUrl;
  }

  /**
   * Returns the scope that contains a page.
   *
   * @throws TypeError if the page is not an absolute URL, or has no host.
   */
  static ofPage(page: string | URL): Scope {
    return new Scope(page, false);
  }

  /**
   * Returns the scope of a robots.txt, given its URL. The path must be exactly `/robots.txt`, without a query.
   *
   * @throws TypeError if it is not, or if the URL is not absolute or has no host.
   */
  static ofRobotsTxt(url: string | URL): Scope {
    return new Scope(url, true);
  }

  /** Returns `true` if this scope's robots.txt covers the URL. */
  covers(url: string | URL): boolean {
    return core.functions.covers(this.#text, href(url));
  }

  /** Returns the scheme, host and port as text. Equal scopes have equal texts, so you can use this as a map key. */
  toString(): string {
    return this.#text;
  }
}
