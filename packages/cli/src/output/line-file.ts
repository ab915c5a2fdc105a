import { closeSync, writeSync } from "node:fs";
import { openOwnFile } from "./own-file.ts";

/** Characters that may wait for company: what comes by the thousand is not worth a write each. */
const ROOM = 64 * 1024;

/** A file that is written line by line while something goes on, so that a killed process leaves what it knew behind. */
export class LineFile {
  readonly #descriptor: number;
  #lines: string[] = [];
  #waiting = 0;

  /** @throws UsageError when something other than a file stands there. */
  constructor(path: string) {
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
    writeSync(this.#descriptor, `${this.#lines.join("\n")}\n`);
    this.#lines = [];
    this.#waiting = 0;
  }

  close(): void {
    this.flush();
    closeSync(this.#descriptor);
  }
}
