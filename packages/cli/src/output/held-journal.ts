import type { Journal, JournalEntry } from "@plumbline/conformance";
import type { RunFiles } from "./run-files.ts";

/**
 * Holds journal entries back until there is an exchange to judge, because opening the files deletes the folder's
 * earlier report.
 */
export class HeldJournal implements Journal {
  #held: JournalEntry[] = [];
  #files: RunFiles | undefined;

  /** The files of the run, once they are open. */
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

  /** Opens the files, if they are not open yet, and writes the entries held so far. */
  open(files: () => RunFiles): void {
    if (this.#files !== undefined) return;
    this.#files = files();
    for (const entry of this.#held) this.#files.journal.append(entry);
    this.#held = [];
  }
}
