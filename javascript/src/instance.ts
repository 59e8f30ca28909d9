// A WebAssembly instance with an engine for files and matchers, and the code that passes text to it.

import type { Engine } from "./generated/core/robots.js";

/** A file as its user passed it, from which everything in WebAssembly can be made again. */
export interface File {
  readonly text: string | Uint8Array;
  readonly isGoogle: boolean;
  /** NaN for the library's default. */
  readonly limit: number;
  readonly fallback: boolean;
}

/** What applies without a file, in the library's JSON, and the instance that can read it. */
export interface Saved {
  readonly saved: string;
  readonly instance: Instance<any>;
}

/** What a matcher is compiled from. */
export type Rules = File | Saved;

/** The module that wasm-bindgen generates. */
interface Glue {
  initSync(module: { module: WebAssembly.Module }): unknown;
  __wbg_reset_state(): void;
  default_limit(): number;
  Engine: new (first: number) => object;
}

const NO_BYTES = new Uint8Array(0);
const encoder = new TextEncoder();

/** A larger buffer is released after a file has been parsed. */
const KEPT = 1 << 16;

/**
 * Texts of at least this length are encoded by the platform, which takes as long as copying 16 letters in Node and Bun, and 48
 * in Deno.
 */
const LONG = 32;

export class Instance<G extends Glue> {
  readonly #glue: G;
  #source: (() => WebAssembly.Module) | undefined;
  #memory: WebAssembly.Memory | undefined;
  #engine: Engine | undefined;
  /** The buffer for texts and URLs. It has no bytes left after memory has grown. */
  #view = NO_BYTES;
  /** The number of the next file or matcher. */
  #next = 0;
  /** The smallest number of a file or matcher that is still in WebAssembly. */
  #oldest = 0;

  constructor(glue: G) {
    this.#glue = glue;
  }

  /** Names the module to start with, unless `init` has named one. */
  provide(source: () => WebAssembly.Module): void {
    this.#source ??= source;
  }

  init(module: WebAssembly.Module): void {
    if (!(module instanceof WebAssembly.Module)) throw new TypeError("init needs a WebAssembly.Module");
    if (this.#memory) throw new Error("robots-exclusion has been started already: call init before anything else");
    this.#source = () => module;
  }

  /** Returns the functions that need no engine. */
  get functions(): G {
    if (!this.#memory) this.#start();
    return this.#glue;
  }

  get engine(): Engine {
    return this.#engine ?? this.#start();
  }

  #start(): Engine {
    if (this.#memory) {
      // The engine failed. A new one continues in fresh memory.
      this.#glue.__wbg_reset_state();
    }
    if (!this.#source) throw new Error("this entry of robots-exclusion has no WebAssembly of its own: call init first");
    this.#memory = (this.#glue.initSync({ module: this.#source() }) as { memory: WebAssembly.Memory }).memory;
    this.#engine = new this.#glue.Engine(this.#next) as Engine;
    return this.#engine;
  }

  #reserve(length: number): void {
    const address = this.engine.reserve(length);
    // `#start` has set the memory.
    this.#view = new Uint8Array((this.#memory as WebAssembly.Memory).buffer, address, Math.max(length, KEPT));
  }

  /** Writes UTF-8 into the buffer, and returns its end. Lone surrogates become U+FFFD. */
  put(text: string, at: number): number {
    const { length } = text;
    const longest = at + 3 * length;
    if (longest > this.#view.length) this.#reserve(longest);
    const bytes = this.#view;
    if (length < LONG) {
      let place = 0;
      while (place < length) {
        const unit = text.charCodeAt(place);
        if (unit > 0x7f) break;
        bytes[at + place++] = unit;
      }
      if (place === length) return at + length;
    }
    // Making another view takes longer than encoding most URLs.
    return at + encoder.encodeInto(text, at === 0 ? bytes : bytes.subarray(at)).written;
  }

  /** Writes a file into the buffer, as far as it will be read, and returns its end. */
  #putFile({ text, limit }: File): number {
    // One more byte shows that the file is longer than the limit, and four are enough for any character.
    const limited = 4 + (Number.isNaN(limit) ? this.functions.default_limit() : limit);
    const read = Math.min(text.length, limited);
    if (typeof text === "string" && read < KEPT / 3) return this.put(text.slice(0, read), 0);
    const bytes = typeof text === "string" ? encoder.encode(text.slice(0, read)) : text.subarray(0, read);
    if (bytes.length > this.#view.length) this.#reserve(bytes.length);
    this.#view.set(bytes);
    return bytes.length;
  }

  /** Forgets everything in WebAssembly after a trap. The next call starts with fresh memory. */
  restart(): void {
    this.#engine = undefined;
    this.#oldest = this.#next;
  }

  #add(make: (engine: Engine) => number): number {
    try {
      const number = make(this.engine);
      this.#oldest = this.engine.oldest();
      this.#next = number + 1;
      return number;
    } catch (error) {
      // If memory has run out, the engine is in an unknown state.
      if (error instanceof WebAssembly.RuntimeError) this.restart();
      throw error;
    } finally {
      if (this.#view.length > KEPT) this.#view = NO_BYTES;
    }
  }

  /** Parses a file, and returns its number. */
  parse(rules: Rules): number {
    return this.#add((engine) => {
      if ("saved" in rules) return (engine as unknown as { add_access(saved: string): number }).add_access(rules.saved);
      return engine.parse(this.#putFile(rules), rules.isGoogle, rules.limit, rules.fallback);
    });
  }

  /** Compiles the rules of a parsed file for a crawler, and returns the number of the matcher. */
  compile(robots: number, agents: readonly string[]): number {
    return this.#add((engine) => {
      const ends = [0];
      for (const agent of agents) ends.push(this.put(agent, ends.at(-1) ?? 0));
      const lengths = agents.map((_, place) => (ends[place + 1] ?? 0) - (ends[place] ?? 0));
      return engine.compile(robots, lengths);
    });
  }

  /** Returns `true` if a file or matcher has not been evicted. */
  isKept(number: number): boolean {
    return number >= this.#oldest;
  }

  /** Returns `true` if a file has been neither evicted nor released. */
  isFileKept(number: number): boolean {
    return this.isKept(number) && this.engine.has_file(number);
  }

  release(number: number): void {
    if (this.isKept(number)) this.#engine?.release(number);
  }
}
