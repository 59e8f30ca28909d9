// Differences between platforms.

/** `Symbol.dispose`, which `using` calls. Platforms without it cannot call it either. */
export const dispose: typeof Symbol.dispose = Symbol.dispose ?? (Symbol.for("Symbol.dispose") as typeof Symbol.dispose);

interface Decoders {
  Buffer?: { from(text: string, encoding: "base64"): Uint8Array<ArrayBuffer> };
  Uint8Array: { fromBase64?(text: string): Uint8Array<ArrayBuffer> };
}

/** Compiles a module that is embedded as base64. */
export function compileBase64(text: string): WebAssembly.Module {
  const { Buffer, Uint8Array: Bytes } = globalThis as unknown as Decoders;
  const bytes = Buffer?.from(text, "base64") ?? Bytes.fromBase64?.(text) ?? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new WebAssembly.Module(bytes);
}

const { process, Deno } = globalThis as unknown as { process?: { versions?: { node?: string; bun?: string } }; Deno?: unknown };
const isNode = process?.versions?.node !== undefined && process.versions.bun === undefined && Deno === undefined;

/**
 * Headers that make the platform's `fetch` notice if a body ends early.
 *
 * Node accepts a compressed body that ends early, so it must not ask for one. The others check it, but Deno would not
 * decode it with this header.
 */
export const encodingHeaders: readonly [string, string][] = isNode ? [["Accept-Encoding", "identity"]] : [];

/** Returns the text of a URL. */
export function href(url: string | URL): string {
  if (typeof url === "string") return url;
  const text: unknown = url?.href;
  if (typeof text !== "string") throw new TypeError("the URL must be a string or a URL");
  return text;
}
