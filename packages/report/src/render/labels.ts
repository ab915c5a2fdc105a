import type { LevelCount } from "../counts.ts";
import type { OutcomeKind, RunOutcome } from "../outcome.ts";
import type { Tone } from "../tone.ts";

/** A symbol besides the colour, and the words for it; the tone picks the colour. */
export interface Label {
  readonly symbol: string;
  readonly words: string;
  readonly tone: Tone;
}

/** Sign, words and tone of each outcome, the same in every format. */
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

/** Sign, words and tone of each way in which a run ends. */
export const RUN_LABELS: Readonly<Record<RunOutcome, Label>> = {
  passed: { symbol: "✔", words: "passed", tone: "good" },
  failed: { symbol: "✘", words: "failed", tone: "bad" },
  incomplete: { symbol: "⊘", words: "incomplete", tone: "open" },
  "harness-error": { symbol: "‼", words: "harness error", tone: "fault" },
  unreachable: { symbol: "⊗", words: "target unreachable", tone: "fault" },
  interrupted: { symbol: "■", words: "interrupted", tone: "open" },
};

/** Columns of a count table, the two that matter first, every kind of "not run" apart from the others. */
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

/** These stay when they are all zero, so that a reader finds the zero where the number would be. */
const STEADY: readonly OutcomeKind[] = ["pass", "fail", "could-not-run", "not-applicable"];

/** The columns that a count table of these levels needs. */
export function countColumns(levels: readonly LevelCount[]): readonly OutcomeKind[] {
  return COLUMNS.filter(
    (outcome) => STEADY.includes(outcome) || levels.some(({ byOutcome }) => byOutcome[outcome] > 0),
  );
}
