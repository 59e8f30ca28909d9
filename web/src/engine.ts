// Queries the library in a worker.

import type { Calls } from "./answers";

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

export class Engine {
  private worker: Worker | null = null;
  private waiting = new Map<number, Waiting>();
  private count = 0;
  private queues = new Map<string, { busy: boolean; next: (() => void) | null }>();

  private start(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<{ id: number; answer?: unknown; error?: string }>) => {
      const { id, answer, error } = data;
      const asked = this.waiting.get(id);
      this.waiting.delete(id);
      if (answer !== undefined) asked?.resolve(answer as never);
      else {
        asked?.reject(new Error(error));
        this.stop();
      }
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.stop(event.message);
    });
    return worker;
  }

  // After an error, the WebAssembly is in an unknown state, so the next request starts a new worker.
  private stop(message = "the worker was stopped"): void {
    this.worker?.terminate();
    this.worker = null;
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const asked of lost) asked.reject(new Error(message));
  }

  ask<K extends keyof Calls>(name: K, ...args: Parameters<Calls[K]>): Promise<ReturnType<Calls[K]>> {
    return new Promise((resolve, reject) => {
      const id = this.count++;
      this.waiting.set(id, { resolve, reject });
      this.worker ??= this.start();
      this.worker.postMessage({ id, name, args });
    });
  }

  // Sends only the newest of many requests: while one is being computed, each new request replaces the waiting one. Each part of the page has its own queue.
  latest<K extends keyof Calls>(name: K, args: Parameters<Calls[K]>, use: (answer: ReturnType<Calls[K]>) => void, fail: (error: Error) => void, part: string = name): void {
    const queue = this.queues.get(part) ?? { busy: false, next: null };
    this.queues.set(part, queue);
    const run = async () => {
      queue.busy = true;
      try {
        const answer = await this.ask(name, ...args);
        if (!queue.next) use(answer);
      } catch (error) {
        fail(error as Error);
      }
      queue.busy = false;
      const next = queue.next;
      queue.next = null;
      next?.();
    };
    if (queue.busy) queue.next = run;
    else void run();
  }
}
