import type { RunEvent } from "@plumbline/report";

/** One line of a run's journal: what happened, in order, already redacted. */
export type JournalEntry = RunEvent;

/** Where the journal goes as it happens, so that a killed run leaves a trace of what it made. */
export interface Journal {
  append(entry: JournalEntry): void;
}

/** For callers that keep no journal. */
export const noJournal: Journal = { append: () => undefined };
