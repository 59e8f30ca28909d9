// Reads the cases of `tests/conformance`.

import { readFileSync, readdirSync } from "node:fs";

const FOLDER = new URL("../../tests/conformance/", import.meta.url);

export function cases() {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl"));
  return files.flatMap((name) => readFileSync(new URL(name, FOLDER), "utf8").split("\n").slice(0, -1)).map((line) => JSON.parse(line));
}
