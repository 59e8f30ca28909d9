/**
 * The interface of the robots-parser package, with this package's answers.
 * `import robotsParser from "robots-exclusion/robots-parser"` instead of `"robots-parser"`.
 *
 * @module
 */

import { Robots, Scope } from "../core.js";
import type { Matcher, Verdict } from "../core.js";

/** Relative URLs, which robots-parser accepts, are on this host, which cannot exist. */
const BASE = "http://relative.invalid/";

/** The maximum number of matchers kept for one file. */
const KEPT = 100;

function absolute(url: string | URL): URL | undefined {
  try {
    return new URL(url, BASE);
  } catch {
    return undefined;
  }
}

/** A robots.txt and its URL. */
export class RobotsParser {
  readonly #robots: Robots;
  readonly #scope: Scope | undefined;
  readonly #matchers = new Map<string, Matcher>();

  /** @internal */
  constructor(url: string | URL, contents: string | Uint8Array | null) {
    this.#robots = Robots.parse(contents === null ? "" : contents);
    const base = absolute(url);
    // As in robots-parser, the file applies to the host of `url`, regardless of its path.
    this.#scope = base?.host ? Scope.ofPage(base) : undefined;
  }

  #matcher(agent: string): Matcher {
    let matcher = this.#matchers.get(agent);
    if (!matcher) {
      if (this.#matchers.size === KEPT) this.#matchers.clear();
      matcher = this.#robots.matcher(agent);
      this.#matchers.set(agent, matcher);
    }
    return matcher;
  }

  #verdict(url: string | URL, agent: string): Verdict | undefined {
    const page = absolute(url);
    return page && this.#scope?.covers(page) ? this.#matcher(agent).verdict(page) : undefined;
  }

  /** Returns `true` if the crawler may fetch the URL, or `undefined` if this robots.txt doesn't cover it. */
  isAllowed(url: string | URL, agent = "*"): boolean | undefined {
    return this.#verdict(url, agent)?.allowed;
  }

  /** Returns `true` if the crawler may not fetch the URL, or if this robots.txt doesn't cover it. */
  isDisallowed(url: string | URL, agent = "*"): boolean {
    return !this.isAllowed(url, agent);
  }

  /** Returns `true` like {@link isDisallowed}, but ignores groups for `*`. */
  isExplicitlyDisallowed(url: string | URL, agent: string): boolean {
    const verdict = this.#verdict(url, agent);
    return !verdict || (!verdict.allowed && verdict.selection !== "wildcard");
  }

  /** Returns the deciding rule's line, counted from 1, or -1 if no rule decides. */
  getMatchingLineNumber(url: string | URL, agent = "*"): number {
    return this.#verdict(url, agent)?.line ?? -1;
  }

  /** Returns the `crawl-delay` in seconds. */
  getCrawlDelay(agent = "*"): number | undefined {
    return this.#matcher(agent).crawlDelay;
  }

  /** Returns the values of the `sitemap` records. */
  getSitemaps(): string[] {
    return this.#robots.sitemaps;
  }

  /** Returns the value of the last `host` record in lower case, or `null`. */
  getPreferredHost(): string | null {
    const hosts = this.#robots.records.filter(({ name }) => name.toLowerCase() === "host");
    return hosts.at(-1)?.value.toLowerCase() ?? null;
  }
}

/** Parses a robots.txt, given its own `url`. As in robots-parser, `null` stands for a file without rules, which allows everything. */
export default function robotsParser(url: string | URL, contents: string | Uint8Array | null): RobotsParser {
  return new RobotsParser(url, contents);
}
