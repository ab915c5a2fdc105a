import type { ReportExchange, Verdict } from "@plumbline/report";

/** One line of a run's journal: what happened, in order, already redacted. */
export type JournalEntry =
  | { readonly type: "run"; readonly id: string; readonly target: string; readonly startedAt: string }
  | { readonly type: "exchange"; readonly exchange: ReportExchange }
  | { readonly type: "made" | "changed"; readonly operation: string; readonly id: string }
  | { readonly type: "undone"; readonly operation: string; readonly id: string; readonly state: string }
  | { readonly type: "verdict"; readonly verdict: Verdict };

/** Where the journal goes as it happens, so that a killed run leaves a trace of what it made. */
export interface Journal {
  append(entry: JournalEntry): void;
}

/** For callers that keep no journal. */
export const noJournal: Journal = { append: () => undefined };
