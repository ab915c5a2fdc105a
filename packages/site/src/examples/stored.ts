import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Examples } from "./example.ts";

const FILE = fileURLToPath(new URL("../../examples.json", import.meta.url));

/** Reads the examples that are stored with the sources. */
export function readExamples(): Examples {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : {};
}

/** Writes one line per rule, so that a diff shows which rule changed. */
export function writeExamples(examples: Examples): void {
  const lines = Object.entries(examples).map(([id, example]) => `${JSON.stringify(id)}: ${JSON.stringify(example)}`);
  writeFileSync(FILE, `{\n${lines.join(",\n")}\n}\n`);
}
