// Creates elements without markup, so that text stays text.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void) | undefined>;

export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== undefined) element.setAttribute(key, String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

export function find<T extends HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`there is no ${selector}`);
  return found;
}

// Files may contain any characters, including control characters and marks that reverse the direction of
// text.
export const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

export function visible(text: string, limit = 300): string {
  const shown = text.replace(UNSEEN, (unseen) => `\\u{${unseen.charCodeAt(0).toString(16)}}`);
  return shown.length > limit ? `${shown.slice(0, limit)}…` : shown;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

// The library's sentences have no capital letter or full stop, and names are in backquotes.
export function sentence(text: string): (Node | string)[] {
  const begun = text.charAt(0) === "`" ? text : text.charAt(0).toUpperCase() + text.slice(1);
  const parts = (/[.!?…]$/.test(begun) ? begun : `${begun}.`).split("`");
  if (parts.length % 2 === 0) return [parts.join("`")];
  return parts.map((part, place) => (place % 2 ? make("code", {}, part) : part));
}

const announcer = { timer: 0 };

// A notice with a button stays until it is closed.
export function notify(message: string, kind: "good" | "bad" = "bad", button?: HTMLElement): void {
  const notice = find<HTMLElement>("#notice");
  notice.hidden = false;
  notice.dataset.kind = kind;
  find("#notice p").replaceChildren(message, ...(button ? [" ", button] : []));
  clearTimeout(announcer.timer);
  if (kind === "good" && !button) announcer.timer = window.setTimeout(() => (notice.hidden = true), 6000);
}
