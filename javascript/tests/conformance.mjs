// Answers the cases of `tests/conformance` in any runtime. Returns their number, and those with another answer.

const decode = (base64) => Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));

/** Returns the answer to a case, or `undefined` if there is no function for it. */
function answered(item, dialect, { FetchOutcome, Robots, Scope, robotsTxtUrl }) {
  if ("covers" in item[dialect]) return { covers: Scope.ofRobotsTxt(item.robots_url).covers(item.url) };
  if ("robots_url" in item[dialect]) return { robots_url: robotsTxtUrl(item.url) };
  const unasked = ["product_token", "records", "groups", "matches"].some((key) => key in item[dialect]);
  if (unasked || "profile" in item || item.field === "License") return undefined;
  if ("incomplete_url" in item[dialect]) return { incomplete_url: Robots.parse("", { dialect }).verdict("a", item.url).isIncompleteUrl };
  const bytes = "robots_base64" in item ? decode(item.robots_base64) : new TextEncoder().encode(item.robots);
  const { agents, url } = item;
  const options = { dialect, byteLimit: item.byte_limit ?? null, agentFallback: item.options?.agent_fallback ?? true };
  const asked = "status" in item ? FetchOutcome.response(item.status, bytes, { headers: item.headers }).access(options) : Robots.parse(bytes, options);
  if ("sitemaps" in item[dialect]) return { sitemaps: asked.sitemaps };
  const matcher = asked.matcher(agents);
  if ("delay" in item[dialect]) return { delay: matcher.crawlDelay ?? null };
  if ("field" in item) {
    const usage = item.field === "Content-Usage" ? matcher.usage(url) : matcher.contentSignals(url);
    const preference = usage.preference(item.label) ?? usage.value(item.label) ?? null;
    return { preference: matcher.allowed(url) ? preference : "not-applicable", line: usage.line(item.label) ?? null };
  }
  const { allowed, line, reason, selection } = matcher.verdict(url);
  if ("reason" in item[dialect]) return { reason, selection };
  if (matcher.allowed(url) !== allowed || (agents.length === 1 && asked.allowed(agents[0], url) !== allowed)) return { allowed: "two answers" };
  return { allowed, line: line ?? null };
}

export function conformance(cases, api) {
  let count = 0;
  const wrong = [];
  for (const item of cases) {
    for (const dialect of ["standard", "google"].filter((dialect) => dialect in item)) {
      const found = answered(item, dialect, api);
      if (!found) continue;
      count++;
      const isSame = Object.keys({ ...found, ...item[dialect] }).every((key) => JSON.stringify(found[key]) === JSON.stringify(item[dialect][key]));
      if (!isSame) wrong.push(`${item.name} (${dialect}): ${JSON.stringify(found)}, not ${JSON.stringify(item[dialect])}`);
    }
  }
  return { count, wrong: wrong.slice(0, 20) };
}
