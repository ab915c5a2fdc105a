import type { Redacted, RunEvent } from "@plumbline/report";

/** One line of a run's journal: an event in order, already redacted. */
export type JournalEntry = Redacted<RunEvent>;

/** Receives the journal while the run goes on, so that a killed run leaves a trace of the records that it created. */
export interface Journal {
  append(entry: JournalEntry): void;
  /** Why the journal cannot be written any more. From then on the run sends no request that changes something. */
  readonly failure?: string | undefined;
}

/** The way into a journal, which redacts events as they happen (`Gate.log`). */
export interface Log {
  append(event: RunEvent): void;
  /** As in `Journal`. */
  readonly failure?: string | undefined;
}

/** A journal that keeps nothing. */
export const noJournal: Journal = { append: () => undefined };
