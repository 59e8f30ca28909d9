// Runs the library outside of the thread that draws the page.

import init, * as robots from "./wasm/robots.js";

const ready = init({ module_or_path: new URL("./wasm/robots_bg.wasm", import.meta.url) });

self.addEventListener("message", async (event: MessageEvent<{ id: number; name: string; args: never[] }>) => {
  const { id, name, args } = event.data;
  try {
    await ready;
    const call = robots[name as keyof typeof robots] as (...args: never[]) => string;
    self.postMessage({ id, answer: call(...args) });
  } catch (error) {
    self.postMessage({ id, error: String(error) });
  }
});
