/**
 * A cache that fetches the robots.txt of every host that a crawler visits, the parts it's made of, for crawlers
 * that have their own cache, and usage preferences.
 *
 * @module
 */

import { Robots, type Usage, type Verdict, checkObject, checkedCap, provideUsage } from "../core.js";
import * as glue from "../generated/crawl/robots.js";
import { dispose, encodingHeaders, href } from "../platform.js";
import { type CachePolicy, type CacheState, bodyLimitOf, checkResponse, crawl, readUpTo, secondsOf, settingsOf, stateOf, untilAborted } from "./outcome.js";

export { Access, type CachePolicy, type CacheState, CachedRobots, FetchOutcome, Redirects, type ResponseOptions, type RedirectOptions, type Refresh } from "./outcome.js";

/**
 * Uses a compiled module instead of the embedded one. Call it before anything else.
 *
 * @throws Error if the module is already in use; TypeError if it is not a `WebAssembly.Module`.
 */
export function init(module: WebAssembly.Module): void {
  crawl.init(module);
}

provideUsage((rules, agents, url, signals): Usage => {
  interface Answer {
    applies: boolean;
    text: string;
    stated: Usage["stated"];
  }
  let matcher = -1;
  const ask = (label: string): Answer => {
    if (!crawl.isKept(matcher) || matcher < 0) {
      const robots = crawl.parse(rules);
      matcher = crawl.compile(robots, agents);
      crawl.release(robots);
    }
    const engine = crawl.engine as unknown as glue.Engine;
    return JSON.parse(engine.usage(matcher, crawl.put(url, 0), signals, label));
  };
  const { applies, text, stated } = ask("");
  const about = (label: string) => {
    if (typeof label !== "string") throw new TypeError("the label must be a string");
    return ask(label).stated.at(-1);
  };
  return {
    applies,
    text,
    stated: stated.slice(0, -1),
    preference: (label) => about(label)?.preference,
    line: (label) => about(label)?.line,
    value: (key) => about(key)?.value,
  };
});

/** The settings of a {@link RobotsCache}. */
export interface CacheOptions extends CachePolicy {
  /** The `User-Agent` header of requests. Browsers ignore it and send their own. */
  userAgent?: string | undefined;
  /** Sends a request, like the platform's `fetch`, which is the default. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** The maximum time for one robots.txt with all its redirects, in seconds. The default is 30. */
  deadline?: number | undefined;
  /** The maximum number of hosts. The default is 100,000. */
  maxHosts?: number | undefined;
  /** The maximum WebAssembly memory for all hosts, in bytes. The default is 64 MiB. */
  maxBytes?: number | undefined;
  /** Returns the current time. The default is `() => new Date()`. */
  clock?: (() => Date) | undefined;
  /**
   * Refuses redirects to other hosts; everything is then disallowed. The default is `false`, as RFC 9309 §2.3.1.2
   * asks, so a site can make the cache send a request to any address, such as one in your own network. If that's a
   * danger, set this to `true`, or pass a `fetch` that checks addresses.
   */
  sameHostRedirects?: boolean | undefined;
}

/** Options for a single query. */
export interface AskOptions {
  /** Stops waiting. The file is still fetched, for the cache and for others that are waiting for it. */
  signal?: AbortSignal | undefined;
}

/** The greatest number that WebAssembly counts to. Its memory is no larger. */
const COUNT_MAX = 0xffff_ffff;

/** The longest timer in milliseconds, which is 24 days. Platforms turn longer ones into none. */
const TIMEOUT_MAX = 0x7fff_ffff;

interface Request {
  url: string;
  headers: [string, string][];
}

/**
 * A cache for the robots.txt files of all hosts that a crawler visits.
 *
 * If you ask about a page and there's no fresh copy of its robots.txt, the cache fetches it. In the meantime,
 * other callers wait for the same request. The cache follows RFC 9309 for redirects, errors and caching
 * headers: after a 404, everything is allowed, and while a server fails, everything is disallowed. If there are
 * too many hosts, some are evicted. Unlike the other objects in this package, a cache owns WebAssembly memory
 * (at most `maxBytes`), which `using` releases immediately.
 *
 * @example
 * ```ts
 * import { RobotsCache } from "robots-exclusion/crawl";
 *
 * const cache = new RobotsCache({ userAgent: "MyBot/1.0 (+https://example.com/bot)" });
 * if (await cache.allowed("MyBot", "https://example.com/page")) {
 *   // fetch the page
 * }
 * ```
 */
export class RobotsCache {
  readonly #cache: glue.Cache;
  readonly #options: CacheOptions;
  readonly #bodyLimit: number;
  /** The fetches that are under way, by robots.txt URL. */
  readonly #running = new Map<string, Promise<unknown>>();

  /** @throws TypeError if an option is invalid. */
  constructor(options: CacheOptions = {}) {
    checkObject(options);
    const { userAgent, fetch: client, deadline, maxHosts = 100_000, maxBytes = 64 << 20, clock, ...policy } = options;
    for (const [name, value] of Object.entries({ maxHosts, maxBytes, deadline: deadline ?? 30 })) {
      if (typeof value !== "number" || !(value > 0)) throw new TypeError(`${name} must be greater than 0`);
    }
    if (userAgent !== undefined && typeof userAgent !== "string") throw new TypeError("userAgent must be a string");
    for (const call of [client, clock]) if (call !== undefined && typeof call !== "function") throw new TypeError("fetch and clock must be functions");
    const settings = settingsOf(policy);
    this.#bodyLimit = bodyLimitOf(policy.byteLimit);
    this.#options = options;
    try {
      const [hosts, bytes] = [maxHosts, maxBytes].map((most) => Math.min(Math.ceil(most), COUNT_MAX)) as [number, number];
      this.#cache = new glue.Cache(settings, hosts, bytes);
    } catch (error) {
      throw error instanceof WebAssembly.RuntimeError ? error : new TypeError((error as Error).message);
    }
  }

  /** Returns `true` if the crawler may fetch the page now. Returns `false` for a URL without a host. */
  async allowed(agent: string, page: string | URL, options?: AskOptions): Promise<boolean> {
    return this.#ask(agent, page, options, (visit, url) => visit.allowed(agent, url), false);
  }

  /**
   * Returns whether the crawler may fetch the page now, and why.
   *
   * @throws TypeError if the page is not an absolute URL, or has no host.
   */
  async verdict(agent: string, page: string | URL, options?: AskOptions): Promise<Verdict> {
    return this.#ask(agent, page, options, (visit, url) => JSON.parse(visit.verdict(agent, url) ?? "null"));
  }

  /**
   * Returns how long the crawler should wait between requests to a page's host, in seconds.
   *
   * @throws TypeError if the page is not an absolute URL, or has no host; RangeError if `cap` is not a number of
   * seconds.
   */
  async delay(agent: string, page: string | URL, options?: AskOptions & { cap?: number }): Promise<number | undefined> {
    const cap = checkedCap(options?.cap);
    return this.#ask(agent, page, options, (visit) => visit.delay(agent, cap));
  }

  /**
   * Returns the rules for a page's host, and the time when its robots.txt will be fetched next.
   *
   * @throws TypeError if the page is not an absolute URL, or has no host.
   */
  async access(page: string | URL, options?: AskOptions): Promise<CacheState> {
    return this.#ask("*", page, options, (visit) => stateOf(visit.state() ?? "null", () => Robots.parse(visit.text() ?? "", this.#options)));
  }

  /** The number of hosts, and the number of bytes that count towards `maxBytes`. */
  get size(): { hosts: number; bytes: number } {
    return { hosts: this.#cache.hosts(), bytes: this.#cache.bytes() };
  }

  /** Returns one line of JSON for each host. You can {@link load} these lines after a restart. */
  save(): string[] {
    return JSON.parse(this.#cache.save());
  }

  /** Adds saved hosts that aren't in the cache yet. Skips lines that it can't read, and returns how many there were. */
  load(hosts: Iterable<string>): number {
    // Its letters would be hosts that can't be read.
    if (typeof hosts === "string") throw new TypeError("the saved hosts must be an array, or another iterable, of strings");
    let skipped = 0;
    for (const host of hosts) if (typeof host !== "string" || !this.#cache.load(host)) skipped++;
    return skipped;
  }

  /** Releases the memory, for `using`. The cache can't be used afterwards. */
  [dispose](): void {
    this.#cache.free();
  }

  async #ask<T>(agent: string, page: string | URL, options: AskOptions | undefined, answer: (visit: glue.Visit, url: string) => T, none?: T): Promise<T> {
    if (typeof agent !== "string") throw new TypeError("the crawler's name must be a string");
    const url = href(page);
    options?.signal?.throwIfAborted();
    let visit: glue.Visit;
    try {
      visit = this.#cache.visit(url);
    } catch (error) {
      if (none !== undefined) return none;
      throw new TypeError((error as Error).message);
    }
    const end = this.#end(visit);
    try {
      await untilAborted(end, options?.signal);
      return answer(visit, url);
    } finally {
      // After an abort, a fetch may still be under way for others.
      end.then(() => visit.free(), () => visit.free());
    }
  }

  #now(): number {
    return secondsOf(this.#options.clock?.() ?? new Date());
  }

  /** Performs the steps of a visit. If another visit is fetching the file, waits for it. */
  async #end(visit: glue.Visit): Promise<void> {
    for (;;) {
      const step = visit.step(this.#now());
      if (step === "") return;
      const url = visit.url();
      if (step === undefined) await this.#running.get(url);
      else {
        const run = this.#run(visit, step).finally(() => this.#running.delete(url));
        this.#running.set(url, run);
        return run;
      }
    }
  }

  /** Sends requests until there is an answer. Never fails: a failure is an answer, too. */
  async #run(visit: glue.Visit, first: string): Promise<void> {
    const deadline = Math.min(Math.ceil(1000 * (this.#options.deadline ?? 30)), TIMEOUT_MAX);
    // `AbortSignal.timeout` would take memory until the deadline, even after the fetch.
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), deadline);
    try {
      for (let step: string | undefined = first; step; step = visit.step(this.#now())) {
        await this.#send(JSON.parse(step), visit, controller.signal);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async #send({ url, headers }: Request, visit: glue.Visit, signal: AbortSignal): Promise<void> {
    const { userAgent, fetch: client = fetch } = this.#options;
    const init: RequestInit = { headers: [...headers, ...encodingHeaders, ...(userAgent === undefined ? [] : [["User-Agent", userAgent] as [string, string]])], signal };
    let response: Response;
    try {
      response = await untilAborted(Promise.resolve(client(url, { ...init, redirect: "manual" })), signal);
      // Browsers hide redirects, so the only option is to let them follow redirects themselves.
      if (response?.type === "opaqueredirect") response = await untilAborted(client(url, { ...init, redirect: "follow" }), signal);
    } catch (error) {
      visit.fail();
      // A mistake in the caller's own function doesn't mean that the host failed, but the platform's `fetch` rejects with a TypeError, too.
      if (client !== fetch && !(error instanceof Error)) throw error;
      return;
    }
    checkResponse(response);
    const isRead = response.status >= 200 && response.status < 300;
    const { bytes, isComplete } = isRead ? await readUpTo(response, this.#bodyLimit, signal) : { bytes: new Uint8Array(0), isComplete: true };
    if (!isRead) void response.body?.cancel().catch(() => {});
    visit.respond(response.status, JSON.stringify([...response.headers]), bytes, isComplete);
  }
}
