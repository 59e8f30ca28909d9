// The parts of a cache, for crawlers that have their own: outcomes, redirects, and the state of one robots.txt over time.

import { Instance, type Matcher, type ParseOptions, Robots, type Verdict, checkObject, checkedOptions, matcherOf } from "../core.js";
import * as glue from "../generated/crawl/robots.js";
import { href } from "../platform.js";

/** @internal */
export const crawl = new Instance(glue as unknown as ConstructorParameters<typeof Instance>[0]);

/** Settings for how long to use a robots.txt, and how to interpret failures. All times are in seconds, and `Infinity` means "no limit". */
export interface CachePolicy extends ParseOptions {
  /** The shortest time for which a file is fresh, even if `Cache-Control` asks for less. The default is 300. */
  freshAtLeast?: number | undefined;
  /** The longest time for which a file is fresh. The default is 86,400, as RFC 9309 §2.4 recommends. */
  freshAtMost?: number | undefined;
  /** The shortest wait that `Retry-After` can ask for. The default is 60. */
  retryAfterAtLeast?: number | undefined;
  /** The longest wait that `Retry-After` can ask for. The default is 86,400. */
  retryAfterAtMost?: number | undefined;
  /** The first and the longest wait after a host couldn't be reached. Each wait is twice as long as the one before. The default is `[60, 3600]`. */
  retryUnreachable?: readonly [number, number] | undefined;
  /** The first and the longest wait after a 429 or 5xx. Each wait is twice as long as the one before. The default is `[60, 3600]`. */
  retryServerError?: readonly [number, number] | undefined;
  /** Uses the last copy while a host can't be reached. By default, everything is disallowed during that time. */
  keepCopyWhileUnreachable?: boolean | undefined;
  /**
   * How long everything is disallowed while a host can't be reached. After that, the last copy is used again,
   * or if there is none, everything is allowed. The default is 30 days (RFC 9309 §2.3.1.4).
   */
  disallowWhileUnreachableFor?: number | undefined;
  /** Treats a 401 or 403 as refusing the whole site. By default, everything is allowed, as after a 404. */
  disallowIfForbidden?: boolean | undefined;
  /** Treats a 5xx like a 404, so that everything is allowed. */
  serverErrorIsNotFound?: boolean | undefined;
  /** Treats a body that is UTF-16 or looks like HTML as a broken response instead of a file without rules. */
  rejectHtmlAndUtf16?: boolean | undefined;
}

/**
 * Returns settings as the library reads them.
 *
 * @internal
 */
export function settingsOf(policy: CachePolicy): string {
  checkObject(policy);
  const { byteLimit, dialect, agentFallback } = policy;
  checkedOptions({ byteLimit, dialect, agentFallback });
  for (const [name, value] of Object.entries(policy)) checkSetting(name, value);
  const isLimited = byteLimit !== null && byteLimit !== Number.POSITIVE_INFINITY;
  const limit = byteLimit === undefined ? {} : { byteLimit: isLimited ? byteLimit : -1 };
  return JSON.stringify({ ...policy, ...limit }, (_, value) => {
    // JSON lacks `Infinity`, and the library counts whole seconds in 64 bits.
    return typeof value === "number" && value > Number.MAX_SAFE_INTEGER ? Number.MAX_VALUE : value;
  });
}

const PAIRS = new Set(["retryUnreachable", "retryServerError"]);
const FLAGS = new Set(["keepCopyWhileUnreachable", "disallowIfForbidden", "serverErrorIsNotFound", "rejectHtmlAndUtf16", "sameHostRedirects"]);
const SECONDS = new Set(["freshAtLeast", "freshAtMost", "retryAfterAtLeast", "retryAfterAtMost", "disallowWhileUnreachableFor"]);

/** Checks a setting for which the library's own error would not give the name. */
function checkSetting(name: string, value: unknown): void {
  if (value === undefined) return;
  const isSeconds = (time: unknown) => typeof time === "number" && time >= 0;
  if (FLAGS.has(name) && typeof value !== "boolean") throw new TypeError(`${name} must be a boolean`);
  if (SECONDS.has(name) && !isSeconds(value)) throw new TypeError(`${name} must be a number of seconds`);
  if (PAIRS.has(name) && !(Array.isArray(value) && value.length === 2 && value.every(isSeconds))) {
    throw new TypeError(`${name} must be an array of two numbers of seconds`);
  }
}

/**
 * Returns how many bytes of a body to read: one more than the limit, to find out whether the file is longer.
 *
 * @internal
 */
export function bodyLimitOf(byteLimit: number | null | undefined): number {
  return 1 + (byteLimit === undefined ? crawl.functions.default_limit() : (byteLimit ?? Number.POSITIVE_INFINITY));
}

/** Calls the library, which reports wrong arguments as errors. */
function asked<T>(call: (functions: typeof glue) => T): T {
  try {
    return call(crawl.functions as unknown as typeof glue);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) {
      crawl.restart();
      throw error;
    }
    throw new TypeError((error as Error).message);
  }
}

/**
 * Returns the text of a time.
 *
 * @internal
 */
export function secondsOf(time: Date): number {
  const milliseconds = time instanceof Date ? time.getTime() : Number.NaN;
  if (Number.isNaN(milliseconds)) throw new TypeError("the time must be a valid Date");
  return milliseconds / 1000;
}

interface SavedState {
  access?: object;
  unavailable?: string;
  refresh: Refresh;
  dueAt?: number;
}

/**
 * When to fetch a robots.txt again: now, when the copy stops being fresh, or, after a failure, when the next attempt is due.
 */
export type Refresh = "now" | "fresh-until" | "retry-at";

/** The rules that are in force at a given time, and when to fetch next. */
export interface CacheState {
  readonly access: Access;
  readonly refresh: Refresh;
  /** The time of the next fetch, unless it is due now. */
  readonly dueAt?: Date;
}

/**
 * Reads a state from JSON. `file` is called if there is a file.
 *
 * @internal
 */
export function stateOf(json: string, file: () => Robots): CacheState {
  const { access, unavailable, refresh, dueAt } = JSON.parse(json) as SavedState;
  return {
    access: new Access(access ? JSON.stringify(access) : file(), unavailable),
    refresh,
    ...(dueAt !== undefined && { dueAt: new Date(dueAt * 1000) }),
  };
}

/**
 * The rules that apply after a fetch, with or without a file.
 *
 * {@link FetchOutcome.access} and {@link CachedRobots.at} return it.
 */
export class Access {
  /** The file, or `undefined` if there is none. */
  readonly robots: Robots | undefined;
  /** The reason why there is no file, such as `robots.txt returned 503`. */
  readonly unavailable: string | undefined;
  readonly #saved: string;

  /** @internal */
  constructor(rules: Robots | string, unavailable: string | undefined) {
    this.robots = typeof rules === "string" ? undefined : rules;
    this.unavailable = unavailable;
    this.#saved = typeof rules === "string" ? rules : "";
  }

  /** Returns `true` if the crawler may fetch the URL, like {@link Robots.allowed}. */
  allowed(agent: string, url: string | URL): boolean {
    return this.robots ? this.robots.allowed(agent, url) : this.matcher(agent).allowed(url);
  }

  /** Returns whether the crawler may fetch the URL, and why. */
  verdict(agent: string, url: string | URL): Verdict {
    return this.robots ? this.robots.verdict(agent, url) : this.matcher(agent).verdict(url);
  }

  /** Compiles the rules for one crawler, like {@link Robots.matcher}. */
  matcher(agents: string | Iterable<string>): Matcher {
    return this.robots ? this.robots.matcher(agents) : matcherOf({ saved: this.#saved, instance: crawl }, agents);
  }

  /** The values of all `sitemap` records, or none if there is no file. */
  get sitemaps(): string[] {
    return this.robots?.sitemaps ?? [];
  }
}

/** Options for {@link FetchOutcome.response}. */
export interface ResponseOptions {
  /** The headers, as `Headers`, an object or pairs. Pass all of them; only those that matter for caching are used. */
  headers?: Headers | Readonly<Record<string, string>> | Iterable<readonly [string, string]> | undefined;
  /** The URL of the response after redirects, which is what `ETag` and `Last-Modified` belong to. */
  url?: string | URL | undefined;
  /** `true` if the client has decoded the body but kept the `Content-Encoding` header, as most JavaScript clients do. */
  isDecoded?: boolean | undefined;
}

/** @internal */
export function checkedHeaders(headers: ResponseOptions["headers"] = []): [string, string][] {
  const pairs = typeof (headers as Iterable<unknown>)[Symbol.iterator] === "function" ? (headers as Iterable<readonly [string, string]>) : Object.entries(headers);
  return Array.from(pairs, ([name, value]) => {
    if (typeof name !== "string" || typeof value !== "string") throw new TypeError("headers must be pairs of strings");
    return [name, value];
  });
}

type Described =
  | { kind: "response"; status: number; headers: [string, string][]; url: string | undefined; isDecoded: boolean | null }
  | { kind: "missing" | "unreachable" | "broken" }
  | ({ kind: "redirected" } & Followed);

const NO_BYTES = new Uint8Array(0);

let describe: (outcome: FetchOutcome) => { json: string; body: Uint8Array };
let redirected: (followed: Followed) => FetchOutcome;

/**
 * The outcome of fetching a robots.txt: a response, or the reason why there isn't one.
 *
 * @example
 * ```ts
 * const outcome = FetchOutcome.response(503, "", { headers: { "Retry-After": "120" } });
 * outcome.access().allowed("MyBot", "/"); // false: a failing server disallows everything for now
 * ```
 */
export class FetchOutcome {
  /** The status code, or `undefined` if there was no response. */
  readonly status: number | undefined;
  readonly #json: string;
  readonly #body: Uint8Array;

  private constructor(described: Described, body: Uint8Array = NO_BYTES) {
    this.status = described.kind === "response" ? described.status : undefined;
    this.#json = JSON.stringify(described);
    this.#body = body;
  }

  static {
    describe = (outcome) => ({ json: outcome.#json, body: outcome.#body });
    redirected = (followed) => new FetchOutcome({ kind: "redirected", ...followed });
  }

  /**
   * Reports a response, after redirects.
   *
   * @throws TypeError if the status is not a whole number from 0 to 65,535, or if an argument has the wrong type.
   */
  static response(status: number, body: string | Uint8Array = NO_BYTES, { headers, url, isDecoded = false }: ResponseOptions = {}): FetchOutcome {
    if (!Number.isInteger(status) || status < 0 || status > 0xffff) throw new TypeError("the status must be a whole number");
    if (typeof isDecoded !== "boolean") throw new TypeError("isDecoded must be a boolean");
    const described = { kind: "response" as const, status, headers: checkedHeaders(headers), url: url === undefined ? undefined : addressed(url), isDecoded };
    // A 204 never has a body (RFC 9110 §15.3.5), even if the client passes one.
    return new FetchOutcome(described, status === 204 ? NO_BYTES : bytesOf(body));
  }

  /**
   * Reports a response from the platform's `fetch`, after reading its body up to the byte limit. If the body
   * ends early, the outcome is {@link broken}. Node doesn't notice if a compressed body ends early, so request
   * the file with `Accept-Encoding: identity` there, as {@link RobotsCache} does.
   *
   * @throws TypeError if this isn't a `Response`, or if its body has been read already.
   */
  static async from(response: Response, { byteLimit }: Pick<ParseOptions, "byteLimit"> = {}): Promise<FetchOutcome> {
    checkResponse(response);
    const { status, headers, url } = response;
    const described = { kind: "response" as const, status, headers: checkedHeaders(headers), url: url || undefined, isDecoded: null };
    if (status < 200 || status > 299) {
      void response.body?.cancel().catch(() => {});
      return new FetchOutcome(described);
    }
    const { bytes, isComplete } = await readUpTo(response, bodyLimitOf(byteLimit));
    return isComplete ? new FetchOutcome(described, bytes) : FetchOutcome.broken();
  }

  /** Reports that the file doesn't exist, for schemes without status codes. */
  static missing(): FetchOutcome {
    return new FetchOutcome({ kind: "missing" });
  }

  /** Reports that there was no response because the name didn't resolve, the connection was reset, or the request timed out. */
  static unreachable(): FetchOutcome {
    return new FetchOutcome({ kind: "unreachable" });
  }

  /** Reports an invalid or incomplete response. */
  static broken(): FetchOutcome {
    return new FetchOutcome({ kind: "broken" });
  }

  /** Returns what this outcome allows, without a cache. */
  access(options: ParseOptions = {}): Access {
    const json = asked((functions) => functions.outcome_access(this.#json, this.#body, settingsOf(options)));
    return stateOf(json, () => Robots.parse(this.#body, options)).access;
  }
}

/** Returns a copy of the bytes. */
function bytesOf(body: string | Uint8Array): Uint8Array {
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (!(body instanceof Uint8Array)) throw new TypeError("the body must be a string or a Uint8Array");
  return Uint8Array.prototype.slice.call(body);
}

/**
 * Returns the text of an absolute URL.
 *
 * @internal
 */
export function addressed(url: string | URL): string {
  return new URL(href(url)).href;
}

/** Options for {@link Redirects}. */
export interface RedirectOptions {
  /** The maximum number of redirects. The default is 5. Fewer wouldn't conform to RFC 9309 §2.3.1.2, so lower values mean 5, too. */
  maxHops?: number | undefined;
  /** Refuses redirects to other hosts. */
  sameHostOnly?: boolean | undefined;
}

interface Followed {
  url: string;
  maxHops: number;
  sameHostOnly: boolean;
  responses: [number, string | null][];
}

/**
 * Follows a robots.txt through its redirects, for clients that don't do this themselves.
 *
 * @example
 * ```ts
 * const redirects = new Redirects("http://example.com/robots.txt");
 * redirects.follow(301, "https://example.com/robots.txt"); // the same URL: request it next
 * redirects.follow(200); // undefined: this is the answer
 * ```
 */
export class Redirects {
  readonly #followed: Followed;
  #url: string;

  /** @throws TypeError if the URL is not absolute. */
  constructor(url: string | URL, { maxHops = 5, sameHostOnly = false }: RedirectOptions = {}) {
    if (!Number.isInteger(maxHops) || maxHops < 0 || maxHops > 1000) throw new TypeError("maxHops must be a whole number up to 1000");
    if (typeof sameHostOnly !== "boolean") throw new TypeError("sameHostOnly must be a boolean");
    this.#followed = { url: addressed(url), maxHops, sameHostOnly, responses: [] };
    this.#url = asked((functions) => functions.follow(JSON.stringify(this.#followed))) ?? this.#followed.url;
  }

  /** The URL to request now. */
  get url(): string {
    return this.#url;
  }

  /**
   * Interprets the response to the request for {@link url}, given its status and its `Location` header.
   *
   * Returns `undefined` if it isn't a redirect, the URL to request next if it is, or an outcome if the redirect
   * can't be followed.
   */
  follow(status: number, location?: string | null): string | FetchOutcome | undefined {
    if (!Number.isInteger(status) || status < 0 || status > 0xffff) throw new TypeError("the status must be a whole number");
    if (typeof (location ?? "") !== "string") throw new TypeError("the location must be a string");
    const followed: Followed = { ...this.#followed, responses: [...this.#followed.responses, [status, location ?? null]] };
    const next = asked((functions) => functions.follow(JSON.stringify(followed)));
    if (next === undefined) return redirected(followed);
    if (next === "") return undefined;
    this.#followed.responses = followed.responses;
    this.#url = next;
    return next;
  }
}

/** The saved form of a {@link CachedRobots}. */
interface Saved {
  version: 1;
  state: string;
  /** The file, with one character for each byte. */
  file: string;
}

/**
 * The cached state of one robots.txt: its last good copy, and the failures since then.
 *
 * Use this if your crawler schedules its own requests; otherwise, {@link RobotsCache} does all of it for you.
 * It doesn't fetch anything, it has no clock, and you don't have to call `free()`.
 *
 * @example
 * ```ts
 * const cached = new CachedRobots();
 * const headers = cached.requestHeaders("https://example.com/robots.txt"); // of a conditional request
 * cached.record(await FetchOutcome.from(await fetch("https://example.com/robots.txt", { headers })));
 * const { access, dueAt } = cached.at();
 * access.allowed("MyBot", "https://example.com/page");
 * ```
 */
export class CachedRobots {
  readonly #policy: CachePolicy;
  readonly #settings: string;
  /** The state without the file, in JSON; empty before the first outcome. */
  #state = "";
  #file: Uint8Array = NO_BYTES;
  /** The parsed file, if it has been asked for. */
  #robots: Robots | undefined;

  /** @throws TypeError if a setting is invalid. */
  constructor(policy: CachePolicy = {}) {
    this.#policy = policy;
    this.#settings = settingsOf(policy);
    asked((functions) => functions.cached_at(this.#settings, "", 0));
  }

  /**
   * Records the outcome of a fetch that ended at the time `now`.
   *
   * An answer replaces the copy, a 304 renews it, and a failure leaves it unchanged.
   */
  record(outcome: FetchOutcome, now: Date = new Date()): void {
    if (!(outcome instanceof FetchOutcome)) throw new TypeError("the outcome must be a FetchOutcome");
    const { json, body } = describe(outcome);
    const { state, isNew } = JSON.parse(asked((functions) => functions.record(this.#settings, this.#state, json, body, secondsOf(now))));
    this.#state = state;
    if (!isNew) return;
    this.#file = body;
    this.#robots = undefined;
  }

  /** Returns the rules that are in force at the time `now`, and when to fetch next. */
  at(now: Date = new Date()): CacheState {
    const json = asked((functions) => functions.cached_at(this.#settings, this.#state, secondsOf(now)));
    return stateOf(json, () => (this.#robots ??= Robots.parse(this.#file, this.#policy)));
  }

  /**
   * Returns the headers that make a request for a URL conditional: `If-None-Match`, `If-Modified-Since`, or none.
   *
   * @throws TypeError if the URL is not absolute.
   */
  requestHeaders(url: string | URL): { [name: string]: string } {
    return Object.fromEntries(JSON.parse(asked((functions) => functions.request_headers(this.#state, addressed(url)))));
  }

  /** Returns an object for `JSON.stringify`, which contains everything except the policy. */
  toJSON(): object {
    let file = "";
    for (let at = 0; at < this.#file.length; at += 8192) file += String.fromCharCode(...this.#file.subarray(at, at + 8192));
    return { version: 1, state: this.#state, file } satisfies Saved;
  }

  /**
   * Loads what {@link toJSON} returned.
   *
   * @throws TypeError if it cannot be read.
   */
  static fromJSON(saved: unknown, policy?: CachePolicy): CachedRobots {
    const { version, state, file } = (saved ?? {}) as Partial<Saved>;
    if (version !== 1 || typeof state !== "string" || typeof file !== "string") throw new TypeError("this is not a saved CachedRobots");
    const cached = new CachedRobots(policy);
    asked((functions) => functions.cached_at(cached.#settings, state, 0));
    cached.#state = state;
    cached.#file = Uint8Array.from(file, (byte) => byte.charCodeAt(0));
    return cached;
  }
}

/**
 * Throws an error unless this is a response, such as one from the platform's `fetch`.
 *
 * @internal
 */
export function checkResponse(response: Response): void {
  const { status, headers } = (response ?? {}) as Partial<Response>;
  if (Number.isInteger(status) && status as number >= 0 && status as number <= 0xffff && typeof headers?.[Symbol.iterator] === "function") return;
  throw new TypeError("this is not a Response, or a promise for one, as `fetch` returns it");
}

/**
 * Reads a body up to a limit. The result is incomplete if the body ends early.
 *
 * @internal
 */
export async function readUpTo({ body, bodyUsed }: Response, limit: number, signal?: AbortSignal): Promise<{ bytes: Uint8Array; isComplete: boolean }> {
  // Without its body, the file would look empty, which allows everything.
  if (bodyUsed) throw new TypeError("the response's body has already been read");
  if (body !== null && typeof body?.getReader !== "function") throw new TypeError("the response's body must be a ReadableStream or null");
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isComplete = true;
  const reader = body?.getReader();
  try {
    while (reader && length < limit) {
      const { done, value } = await untilAborted(reader.read(), signal);
      if (done) break;
      chunks.push(value);
      length += value.length;
    }
  } catch {
    isComplete = false;
  }
  void reader?.cancel().catch(() => {});
  const bytes = new Uint8Array(Math.min(length, limit));
  let at = 0;
  for (const chunk of chunks) {
    const part = chunk.subarray(0, bytes.length - at);
    bytes.set(part, at);
    at += part.length;
  }
  return { bytes, isComplete };
}

/**
 * Waits for a promise, but only until the signal.
 *
 * @internal
 */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    const calls = waiting.get(signal) ?? new Set();
    if (calls.size === 0) {
      waiting.set(signal, calls);
      signal.addEventListener("abort", callAll);
    }
    calls.add(abort);
    promise.then(resolve, reject).finally(() => {
      calls.delete(abort);
      if (calls.size === 0) signal.removeEventListener("abort", callAll);
    });
  });
}

/**
 * The functions to call when a signal is aborted. They share one listener, because thousands of callers may wait for
 * the same signal, and Node prints a warning if a signal has more than ten listeners.
 */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

function callAll(this: AbortSignal): void {
  for (const call of waiting.get(this) ?? []) call();
}
