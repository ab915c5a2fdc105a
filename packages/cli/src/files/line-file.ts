import { closeSync, writeFileSync } from "node:fs";
import { openOwnFile } from "./own-file.ts";

/** Characters that may wait for company: what comes by the thousand is not worth a write each. */
const ROOM = 64 * 1024;

/** A file that is written line by line while something goes on, so that a killed process leaves what it knew behind. */
export class LineFile {
  readonly path: string;
  readonly #descriptor: number;
  #lines: string[] = [];
  #waiting = 0;

  /** @throws UsageError when something other than a file stands there. */
  constructor(path: string) {
    this.path = path;
    this.#descriptor = openOwnFile(path);
  }

  /** Adds a line, and tells whether it is time to flush. */
  append(line: string): boolean {
    this.#lines.push(line);
    this.#waiting += line.length;
    return this.#waiting > ROOM;
  }

  flush(): void {
    if (this.#lines.length === 0) return;
    const text = `${this.#lines.join("\n")}\n`;
    // Lines that cannot be written are lost: half of them may be in the file.
    this.#lines = [];
    this.#waiting = 0;
    // A full disk may take the beginning of a text only: this writes the rest, or throws.
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
