import type { Redacted, RunEvent } from "@plumbline/report";

/** One line of a run's journal: what happened, in order, already redacted. */
export type JournalEntry = Redacted<RunEvent>;

/** Where the journal goes as it happens, so that a killed run leaves a trace of what it made. */
export interface Journal {
  append(entry: JournalEntry): void;
  /** Why nothing can be written any more: from then on no request is sent that changes something. */
  readonly failure?: string | undefined;
}

/** The way into a journal, which redacts events as they happen (`Gate.log`). */
export interface Log {
  append(event: RunEvent): void;
  /** As the journal's. */
  readonly failure?: string | undefined;
}

/** For callers that keep no journal. */
export const noJournal: Journal = { append: () => undefined };
