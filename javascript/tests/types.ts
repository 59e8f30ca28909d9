// What a user of the types writes. It is compiled, never run.

import { Matcher, Robots, Scope, init, robotsTxtUrl, type Dialect, type ParseOptions, type Verdict } from "robots-exclusion";
import { type Access, CachedRobots, type CacheState, FetchOutcome, Redirects, RobotsCache } from "robots-exclusion/crawl";
import { lint, type Mistake } from "robots-exclusion/tools";

const options: ParseOptions = { dialect: "google", byteLimit: null, agentFallback: false };
const robots: Robots = Robots.parse(new Uint8Array(0), options);
const allowed: boolean = robots.allowed("MyBot", new URL("https://example.com/"));
const verdict: Verdict = robots.verdict("MyBot", "/");
const line: number | undefined = verdict.line;
const matcher: Matcher = robots.matcher(new Set(["a", "b"]));
const many: Uint8Array = matcher.allowedMany(["/", new URL("https://example.com/")]);
const delay: number | undefined = matcher.crawlDelay;
const dialect: Dialect = "standard";
const mistakes: Mistake[] = lint("").found;
const scope: Scope = Scope.ofPage(robotsTxtUrl("https://example.com/"));
const cached: CachedRobots = new CachedRobots({ freshAtMost: Infinity, retryServerError: [1, 2] });
cached.record(FetchOutcome.response(200, "", { headers: new Headers(), url: new URL("https://example.com/robots.txt") }), new Date());
const state: CacheState = cached.at();
const access: Access = state.access;
const rules: Robots | undefined = access.robots;
const next: string | FetchOutcome | undefined = new Redirects("https://example.com/robots.txt").follow(301, "/x");
const cache: RobotsCache = new RobotsCache({ clock: () => new Date(), fetch });
export { cache, next, rules };
export { allowed, delay, dialect, line, many, mistakes, scope, init };

{
  using kept = Robots.parse("");
  kept.sitemaps.map((sitemap) => sitemap.length);
}

// @ts-expect-error the dialect has another name
Robots.parse("", { dialect: "Google" });
// @ts-expect-error a file is made by `parse`
new Robots("");
