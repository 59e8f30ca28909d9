// Runs the library outside of the thread that draws the page.

import * as tools from "robots-exclusion/tools/slim";
import file from "robots-exclusion/tools.wasm?url";

async function start(): Promise<void> {
  const response = await fetch(file);
  // Compiling from the stream would fail on hosts that don't know the file's type.
  tools.init(await WebAssembly.compile(await response.arrayBuffer()));
}
const ready = start();

self.addEventListener("message", async (event: MessageEvent<{ id: number; name: string; args: never[] }>) => {
  const { id, name, args } = event.data;
  try {
    await ready;
    const call = tools[name as keyof typeof tools] as (...args: never[]) => unknown;
    self.postMessage({ id, answer: call(...args) });
  } catch (error) {
    self.postMessage({ id, error: String(error) });
  }
});
