import { LEVELS, type Level, OUTCOMES, type OutcomeKind } from "./outcome.ts";
import type { Counts, RequirementSummary, Verdict } from "./report.ts";

type ByOutcome = Record<OutcomeKind, number>;

/** Counts every level and outcome, including zeros, so that a reader needs no defaults. */
export function countAll(
  requirements: readonly RequirementSummary[],
  verdicts: readonly Verdict[],
  exchanges: number,
): Counts {
  const byLevel: Record<Level, ByOutcome> = { MUST: zeros(), SHOULD: zeros(), MAY: zeros(), UNSPECIFIED: zeros() };
  for (const requirement of requirements) byLevel[requirement.level][requirement.outcome] += 1;
  const byOutcome = zeros();
  for (const verdict of verdicts) byOutcome[verdict.outcome] += 1;
  return { requirements: requirements.length, verdicts: verdicts.length, exchanges, byLevel, byOutcome };
}

/** One level's line of the count table. */
export interface LevelCount {
  readonly level: Level;
  readonly total: number;
  /** The denominator: all requirements except those that do not apply and those that were only observed. */
  readonly applicable: number;
  readonly byOutcome: Readonly<ByOutcome>;
}

/** The lines of the count table, without levels that have no requirement. */
export function levelCounts(counts: Counts): readonly LevelCount[] {
  return LEVELS.map((level) => {
    const byOutcome = counts.byLevel[level];
    const total = OUTCOMES.reduce((sum, outcome) => sum + byOutcome[outcome], 0);
    // A rule that the description leaves open cannot hold, even if its check observed something.
    const applicable = level === "UNSPECIFIED" ? 0 : total - byOutcome["not-applicable"] - byOutcome.observed;
    return { level, total, applicable, byOutcome };
  }).filter(({ total }) => total > 0);
}

function zeros(): ByOutcome {
  return {
    "harness-error": 0,
    fail: 0,
    flaky: 0,
    "known-fail": 0,
    warn: 0,
    "could-not-run": 0,
    observed: 0,
    pass: 0,
    "not-applicable": 0,
  };
}
