import type { Journal, JournalEntry } from "@plumbline/conformance";
import type { RunFiles } from "./run-files.ts";

/**
 * Holds what a journal is to say until it is known that there is anything to judge: a folder loses its earlier report to
 * nothing less.
 */
export class HeldJournal implements Journal {
  #held: JournalEntry[] = [];
  #files: RunFiles | undefined;

  /** The files of the run, once there are any. */
  get files(): RunFiles | undefined {
    return this.#files;
  }

  get failure(): string | undefined {
    return this.#files?.journal.failure;
  }

  append(entry: JournalEntry): void {
    if (this.#files === undefined) this.#held.push(entry);
    else this.#files.journal.append(entry);
  }

  /** Makes the files where there are none yet. */
  open(files: () => RunFiles): void {
    if (this.#files !== undefined) return;
    this.#files = files();
    for (const entry of this.#held) this.#files.journal.append(entry);
    this.#held = [];
  }
}
