// Stores the state of the page in the fragment of the URL, which servers never receive.

import { LINE_ENDS } from "./files";

export interface Shared {
  text: string;
  // The list of URLs.
  urls: string;
  // Names that the user has added.
  tokens: string[];
  // The question: may this crawler fetch this URL?
  agent?: string;
  url?: string;
  view?: string;
  // The crawlers for the list of URLs.
  columns?: string[];
  // The site that the file is from.
  origin?: string;
  // The other file in the comparison, if it's different.
  before?: string;
  lineEnd?: string;
  tab?: string;
}

// A small fragment can unpack to gigabytes.
const LIMIT = 4 << 20;
// Browsers accept URLs of 1 MB.
const LONGEST = 1_000_000;
export const PREFIX = "#1.";
// As in the field on the page.
const URLS = 100_000;
const TABS = ["test", "compare", "create"];
export const VIEWS = ["products", "crawlers", "many"];
export const COLUMNS = 20;

async function pipe(bytes: Uint8Array<ArrayBuffer>, through: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > LIMIT) {
      await reader.cancel();
      throw new Error("too long");
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

// Returns `null` if the fragment would be too long.
export async function pack(shared: Shared): Promise<string | null> {
  const unpacked = new TextEncoder().encode(JSON.stringify(shared));
  if (unpacked.length > LIMIT) return null;
  const bytes = await pipe(unpacked, new CompressionStream("deflate-raw"));
  if (bytes.length * 4 > LONGEST * 3) return null;
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return PREFIX + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// Returns `null` for a fragment that is damaged or was not created by the page.
export async function unpack(fragment: string): Promise<Shared | null> {
  if (!fragment.startsWith(PREFIX)) return null;
  try {
    const binary = atob(fragment.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await pipe(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)), new DecompressionStream("deflate-raw"));
    return checked(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    return null;
  }
}

export const isToken = (name: string) => /^[a-z0-9._-]/i.test(name);

// Fragments and stored values are untrusted.
export function checked(value: unknown): Shared | null {
  if (typeof value !== "object" || value === null) return null;
  const { text, urls, tokens, agent, url, view, columns, origin, before, lineEnd, tab } = value as Record<string, unknown>;
  if (typeof text !== "string" || typeof urls !== "string" || !Array.isArray(tokens)) return null;
  const names = (list: unknown, most: number) => (Array.isArray(list) ? list : []).filter((name): name is string => typeof name === "string" && name.length <= 200 && isToken(name)).slice(0, most);
  const short = (name: string, part: unknown) => (typeof part === "string" && part.length <= 8000 ? { [name]: part } : {});
  return {
    text, urls: urls.slice(0, URLS), tokens: names(tokens, 50),
    ...(typeof agent === "string" && agent.length <= 200 && isToken(agent) ? { agent } : {}),
    ...short("url", url), ...short("origin", origin),
    ...(VIEWS.includes(view as string) ? { view: view as string } : {}),
    ...(Array.isArray(columns) ? { columns: names(columns, COLUMNS) } : {}),
    ...(typeof before === "string" ? { before } : {}),
    ...(LINE_ENDS.includes(lineEnd as string) ? { lineEnd: lineEnd as string } : {}),
    ...(TABS.includes(tab as string) ? { tab: tab as string } : {}),
  };
}
