// Runs the library outside of the thread that draws the page.

import * as tools from "robots-exclusion/tools/slim";
import file from "robots-exclusion/tools.wasm?url";

async function start(): Promise<void> {
  const response = await fetch(file);
  // Hosts that do not know the type of the file would make compiling from the stream fail.
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
