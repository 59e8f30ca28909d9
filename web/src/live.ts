// Files from live sites. A page can't read other hosts' files, so it offers two alternatives. If the program serves the page, the program fetches them.

import { make, notify, visible } from "./dom";

export const isServed = document.querySelector('meta[name="robots-serve"]') !== null;

// The program's answer.
interface Fetched {
  url: string;
  final_url: string;
  status: number | null;
  redirects: { url: string; status: number; location: string }[];
  sentence: string;
  fresh_for_seconds: number | null;
  truncated: boolean;
  body_base64: string | null;
  error: string | null;
}

export interface Live {
  url: string;
  bytes: Uint8Array<ArrayBuffer> | null;
}

export interface Offers {
  // Returns the editor's text.
  text: () => string;
  // Replaces the file.
  use: (live: Live) => Promise<void>;
  // Compares the live file with the one in the editor.
  compare: (live: Live) => Promise<void>;
  read: (live: Live) => Promise<string>;
  // Returns `true` if the file in the editor may be replaced without asking.
  isFree: () => boolean;
}

async function ask(url: string): Promise<Fetched> {
  const response = await fetch(`/api/fetch?url=${encodeURIComponent(url)}`, { headers: { "X-Robots-Serve": "1" }, cache: "no-store" });
  if (!response.ok) {
    const said = (await response.text()).trim().replaceAll("`", "");
    throw new Error(`${said || `the program answered ${response.status}`}${response.status === 429 ? ": try again later" : ""}`);
  }
  return response.json();
}

function unpacked(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

function duration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} minutes`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} hours` : `${Math.round(seconds / 86_400)} days`;
}

const code = (text: string) => make("code", {}, visible(text, 200));

// The address of a robots.txt was pasted where its text belongs.
export function offer(into: HTMLElement, url: string, agent: string): void {
  const command = `robots check ${url} / --crawler ${/^[\w.-]+$/.test(agent) ? agent : "Googlebot"}`;
  const copy = make("button", { type: "button", class: "quiet", click: async () => {
    try {
      await navigator.clipboard.writeText(command);
      notify("Copied the command.", "good");
    } catch {
      notify("This browser doesn’t let the page copy text. Select the command instead.");
    }
  } }, "Copy the command");
  into.hidden = false;
  into.replaceChildren(
    make("p", {}, "This is the address of a robots.txt, but a web page can’t read another host’s files. You have two options:"),
    make("ol", {},
      make("li", {}, make("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, `Open ${visible(url, 120)} in a new tab`), ", copy its text, and paste it here."),
      make("li", {}, "Or run the program: ", code(command), " ", copy, make("span", { class: "muted" }, " — or start ", code("robots serve"), ", which shows this page and fetches live files."))),
  );
}

// Fetches a live file through the program, and shows what happened.
export async function fetchLive(into: HTMLElement, url: string, offers: Offers): Promise<void> {
  into.hidden = false;
  into.replaceChildren(make("p", { class: "muted" }, "Fetching ", code(url), " …"));
  let found: Fetched;
  try {
    found = await ask(url);
  } catch (error) {
    into.replaceChildren(make("p", { class: "failed" }, "Not fetched: ", visible((error as Error).message, 300)));
    return;
  }
  const live: Live = { url: found.final_url || found.url || url, bytes: found.body_base64 === null || found.body_base64 === undefined ? null : unpacked(found.body_base64) };
  const facts = [
    found.status ? `status ${found.status}` : null,
    found.redirects.length ? `${found.redirects.length} ${found.redirects.length === 1 ? "redirect" : "redirects"}` : null,
    found.fresh_for_seconds !== null ? `fresh for ${duration(found.fresh_for_seconds)}` : null,
    found.truncated ? "truncated: the file is longer than what crawlers read" : null,
  ].filter((fact) => fact !== null);
  const parts: (HTMLElement | null)[] = [
    make("p", {}, make("strong", {}, visible(live.url, 200)), facts.length ? `: ${facts.join(", ")}.` : ""),
    found.error || found.sentence ? make("p", { class: found.error ? "failed" : "sentence" }, visible(found.error ?? found.sentence, 300)) : null,
    found.redirects.length
      ? make("ol", { class: "redirects" }, ...found.redirects.slice(0, 20).map(({ url, status, location }) => make("li", {}, code(url), ` ${status} → `, code(location))))
      : null,
  ];
  const show = (...more: (HTMLElement | null)[]) => into.replaceChildren(...[...parts, ...more].filter((part) => part !== null));
  if (!live.bytes) {
    show();
    return;
  }
  if (offers.isFree()) {
    await offers.use(live);
    show(make("p", {}, "It is in the editor."));
    return;
  }
  const text = await offers.read(live);
  if (text === offers.text()) {
    show(make("p", {}, "✓ It is the same as the file in the editor."));
    return;
  }
  show(make("p", { class: "row" }, "It differs from the file in the editor.",
    make("button", { type: "button", class: "quiet", id: "compare-live", click: () => void offers.compare(live) }, "Compare them"),
    make("button", { type: "button", class: "quiet", id: "use-live", click: () => void offers.use(live) }, "Use the live file")));
}
