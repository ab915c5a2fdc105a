import type { LevelCount } from "../counts.ts";
import type { OutcomeKind, RunOutcome } from "../outcome.ts";
import type { Tone } from "../tone.ts";

/** A symbol in addition to the colour, and the words for it; the tone selects the colour. */
export interface Label {
  readonly symbol: string;
  readonly words: string;
  readonly tone: Tone;
}

/** Symbol, words and tone of each outcome, the same in every format. */
export const OUTCOME_LABELS: Readonly<Record<OutcomeKind, Label>> = {
  "harness-error": { symbol: "‼", words: "harness error", tone: "fault" },
  fail: { symbol: "✘", words: "fail", tone: "bad" },
  flaky: { symbol: "≈", words: "flaky", tone: "bad" },
  "known-fail": { symbol: "◇", words: "known failure", tone: "warn" },
  warn: { symbol: "⚠", words: "warning", tone: "warn" },
  "could-not-run": { symbol: "⊘", words: "could not run", tone: "open" },
  observed: { symbol: "◎", words: "observed", tone: "quiet" },
  pass: { symbol: "✔", words: "pass", tone: "good" },
  "not-applicable": { symbol: "–", words: "not applicable", tone: "quiet" },
};

/** Symbol, words and tone of each outcome of a run. */
export const RUN_LABELS: Readonly<Record<RunOutcome, Label>> = {
  passed: { symbol: "✔", words: "passed", tone: "good" },
  failed: { symbol: "✘", words: "failed", tone: "bad" },
  incomplete: { symbol: "⊘", words: "incomplete", tone: "open" },
  "harness-error": { symbol: "‼", words: "harness error", tone: "fault" },
  unreachable: { symbol: "⊗", words: "target unreachable", tone: "fault" },
  interrupted: { symbol: "■", words: "interrupted", tone: "open" },
};

/** Columns of a count table. The two most important ones come first; each kind of "not run" has its own column. */
const COLUMNS: readonly OutcomeKind[] = [
  "pass",
  "fail",
  "flaky",
  "known-fail",
  "warn",
  "could-not-run",
  "observed",
  "not-applicable",
  "harness-error",
];

/** Columns that are shown even if all their values are zero, so that readers find them in the usual place. */
const STEADY: readonly OutcomeKind[] = ["pass", "fail", "could-not-run", "not-applicable"];

/** The columns of a count table for these levels. */
export function countColumns(levels: readonly LevelCount[]): readonly OutcomeKind[] {
  return COLUMNS.filter(
    (outcome) => STEADY.includes(outcome) || levels.some(({ byOutcome }) => byOutcome[outcome] > 0),
  );
}
