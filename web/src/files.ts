// Reads files from disk as text, and saves them.

export const LINE_ENDS = ["\n", "\r\n", "\r"];

export interface Opened {
  // Every line end is a line feed.
  text: string;
  // A note about converting the bytes to text.
  warning?: string;
  lineEnd: string;
  bytes: Uint8Array<ArrayBuffer>;
}

// Crawlers read 500 KiB. If a file is ten times as large, it's probably the wrong one.
const LIMIT = 5 << 20;

export class NotText extends Error {}

export async function read(file: Blob & { name?: string }): Promise<Opened> {
  const name = `“${file.name ?? "this file"}”`;
  if (file.size > LIMIT) throw new NotText(`${name} is larger than 5 MB, so it was not opened. Crawlers only read 500 KiB of a robots.txt.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) throw new NotText(`${name} is compressed (gzip), so it was not opened. Crawlers can’t read it unless the server declares the compression.`);
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
  if (utf16) {
    const text = new TextDecoder(utf16).decode(bytes);
    return { ...opened(text, bytes), warning: `${name} is UTF-16. Crawlers can’t read any line of it, so they crawl everything. If you edit and save it here, it becomes UTF-8.` };
  }
  if (isBinary(bytes)) throw new NotText(`${name} is not a text file, so it was not opened.`);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const replaced = text.split("\ufffd").length - new TextDecoder("latin1").decode(bytes).split("ï¿½").length;
  if (replaced > 0) return { ...opened(text, bytes), warning: `${name} is not UTF-8. Bytes that could not be read are shown as \ufffd, and answers about those lines may differ from the answers for the file itself. If you edit and save it here, these bytes are lost.` };
  return opened(text, bytes);
}

function opened(text: string, bytes: Uint8Array<ArrayBuffer>): Opened {
  const ends = text.match(/\r\n?|\n/g) ?? [];
  const number = (end: string) => ends.filter((other) => other === end).length;
  const [lineEnd = "\n"] = LINE_ENDS.toSorted((one, other) => number(other) - number(one));
  return { text: text.replace(/\r\n?/g, "\n"), lineEnd, bytes };
}

// Text contains no NUL, and few control characters other than line ends, tabs and form feeds.
function isBinary(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 1 << 16);
  let controls = 0;
  for (const byte of start) {
    if (byte === 0) controls += 10;
    else if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) controls += 1;
  }
  return controls * 20 > start.length;
}

export function saveAs(content: string | Uint8Array<ArrayBuffer>, name = "robots.txt", type = "text/plain;charset=utf-8"): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
