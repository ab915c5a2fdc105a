import { closeSync, writeFileSync } from "node:fs";
import { openOwnFile } from "./own-file.ts";

/** Characters that are buffered before a write: frequent lines are not worth a write each. */
const ROOM = 64 * 1024;

/** A file that is written line by line during a run, so that a killed process leaves everything written so far. */
export class LineFile {
  readonly path: string;
  readonly #descriptor: number;
  #lines: string[] = [];
  #waiting = 0;

  /** @throws UsageError when the path is something other than a regular file. */
  constructor(path: string) {
    this.path = path;
    this.#descriptor = openOwnFile(path);
  }

  /** Adds a line. "full" means that the caller should flush now. */
  append(line: string): "buffered" | "full" {
    this.#lines.push(line);
    this.#waiting += line.length;
    return this.#waiting > ROOM ? "full" : "buffered";
  }

  flush(): void {
    if (this.#lines.length === 0) return;
    const text = `${this.#lines.join("\n")}\n`;
    // Lines that cannot be written are dropped, because half of them may already be in the file.
    this.#lines = [];
    this.#waiting = 0;
    // A full disk may accept only the beginning of a text; this call writes the rest or throws.
    writeFileSync(this.#descriptor, text);
  }

  close(): void {
    try {
      this.flush();
    } finally {
      closeSync(this.#descriptor);
    }
  }
}
