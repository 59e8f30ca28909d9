// Explains why one crawler may or may not fetch one URL.

import type { Crawler, Dialect, Explanation } from "./answers";
import { count, make, visible } from "./dom";
import { purposeName } from "./purposes";

const DIALECTS: Record<Dialect, string> = { standard: "the published standard", google: "Google’s own code" };

export function explain(into: HTMLElement, found: Explanation, token: string, url: string, crawler: Crawler | undefined, jump: (line: number) => void): void {
  const code = (text: string) => make("code", {}, visible(text, 200));
  const line = (number: number) => make("button", { type: "button", class: "line", click: () => jump(number) }, `line ${number}`);
  const rule = (kind: string, pattern: string) => code(`${kind}:${pattern ? ` ${pattern}` : ""}`);
  const list = () => {
    const facts = make("dl");
    const fact = (name: string, ...said: (Node | string)[]) => facts.append(make("dt", {}, name), make("dd", {}, ...said));
    return { facts, fact };
  };

  const { facts, fact } = list();
  const { rule: decides } = found;
  if (decides) fact("Rule", rule(decides.kind, decides.pattern), " in ", line(decides.line), found.matches.length > 1 ? ": the longest pattern that matches" : "");
  else fact("Rule", reason(found));
  fact("Group", ...group(found, token, code, line));
  if (found.other.allowed !== found.allowed) {
    fact("Elsewhere", make("span", { class: "badge" }, "≠"), ` Under ${DIALECTS[found.other.dialect]} it is ${visible(found.other.sentence)}.`);
  }
  if (found.statements.length) {
    const said = found.statements.slice(0, 8).flatMap(({ field, label, value, line: number }, place) => [place ? ", " : "", code(`${field}: ${label}=${value}`), " in ", line(number)]);
    fact("States", ...said, ". This doesn’t block anything.");
  }
  if (found.crawlDelay !== null) fact("Delay", `The file asks for ${found.crawlDelay} s between requests. ${delay(token, crawler)}`);

  if (crawler?.obeys === "no") fact("Note", `${crawler.operator} says that ${visible(token, 60)} doesn’t have to obey robots.txt.`);

  const more = list();
  const overruled = found.matches.filter((match) => match.line !== found.line);
  if (overruled.length) {
    const items = make("ul");
    for (const match of overruled.slice(0, 8)) {
      items.append(make("li", {}, rule(match.kind, match.pattern), " in ", line(match.line), `, length ${match.length}`));
    }
    if (overruled.length > 8) items.append(make("li", {}, `and ${overruled.length - 8} more`));
    more.fact("Overruled", items);
  }
  if (crawler) more.fact("Crawler", ...about(crawler));
  const details = more.facts.children.length
    ? make("details", {}, make("summary", {}, overruled.length ? `More: ${count(overruled.length, "rule")} overruled, about the crawler` : "More about the crawler"), more.facts)
    : null;

  show(into, make("div", {}, heading(found.allowed, token, url), facts, details));
}

// The answer in large words.
function heading(allowed: boolean, token: string, url: string): HTMLElement {
  return make(
    "h2", { class: `answer ${allowed ? "allowed" : "blocked"}` },
    make("span", { class: "verdict" }, make("span", { "aria-hidden": "true", class: "symbol" }, allowed ? "✓" : "✕"), allowed ? "Yes, allowed" : "No, blocked"),
    make("span", { class: "whole" }, `${visible(token, 60)} ${allowed ? "may" : "may not"} fetch `, make("code", {}, visible(url, 200))),
  );
}

// The question isn't about a page, so there is no answer.
export function refuse(into: HTMLElement, url: string, objection: string): void {
  show(into, make("div", {},
    make("h2", { class: "answer refused" }, make("span", { class: "verdict" }, "No answer"), make("span", { class: "whole" }, make("code", {}, visible(url, 200)), ` is ${visible(objection, 300).replaceAll("`", "")}`))));
}

// Keeps open details open, and doesn't announce an unchanged answer again.
function show(into: HTMLElement, all: HTMLElement): void {
  if (all.textContent === into.textContent) return;
  const isOpen = into.querySelector("details")?.open ?? false;
  const details = all.querySelector("details");
  if (details) details.open = isOpen;
  into.replaceChildren(...all.children);
}

function delay(token: string, crawler: Crawler | undefined): string {
  const name = visible(token, 60);
  if (crawler?.obeysDelay === "no") return `${crawler.operator} documents that ${name} ignores it.`;
  if (crawler?.obeysDelay === "yes") return `${crawler.operator} documents that ${name} obeys it. Googlebot ignores it.`;
  return `Whether ${name} obeys it is not documented. Googlebot ignores it.`;
}

function reason({ reason, matches }: Explanation): string {
  if (reason === "robots-txt") return "/robots.txt itself is always allowed";
  if (reason === "no-group") return "none, because no group applies to this crawler";
  return matches.length ? "none decides" : "no rule in the group matches";
}

function group(found: Explanation, token: string, code: (text: string) => Node, line: (number: number) => Node): (Node | string)[] {
  const lines = found.agentLines.slice(0, 6).flatMap((number, place) => [place ? ", " : " in ", line(number)]);
  if (found.agentLines.length > 6) lines.push(" …");
  const name = code(`User-agent: ${found.selectedBy || "*"}`);
  const isOwn = found.selectedBy.toLowerCase() === token.toLowerCase();
  switch (found.selection) {
    case "own":
      return [name, ...lines, isOwn ? "" : `, because no group names ${visible(token, 60)}`];
    case "general":
      return [name, ...lines, `: no group names ${visible(token, 60)}, so it obeys the more general one`];
    case "wildcard":
      return [name, ...lines, `: no group names ${visible(token, 60)}`];
    default:
      return ["none, so everything is allowed"];
  }
}

function about(crawler: Crawler): (Node | string)[] {
  const obeys = { yes: "It says that it obeys robots.txt", no: "It says that it doesn’t have to obey robots.txt", unknown: "It isn’t known whether it obeys robots.txt" }[crawler.obeys];
  const retired = crawler.status === "retired" ? `No longer used${crawler.replacedBy ? `: ${crawler.replacedBy} replaces it` : ""}. ` : "";
  const safe = /^https:\/\//.test(crawler.documentation);
  return [
    `${crawler.operator}, ${purposeName(crawler.purpose).replace(/^(?!AI|SEO)./, (letter) => letter.toLowerCase())}. ${retired}${obeys}${crawler.read ? ` (read ${crawler.read})` : " (documentation not read)"}. `,
    safe ? make("a", { href: crawler.documentation, rel: "noopener noreferrer", target: "_blank" }, "Documentation") : "",
  ];
}
