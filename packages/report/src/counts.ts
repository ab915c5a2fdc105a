import { LEVELS, type Level, OUTCOMES, type OutcomeKind } from "./outcome.ts";
import type { Counts, RequirementSummary, Verdict } from "./report.ts";

type ByOutcome = Record<OutcomeKind, number>;

/** Counts with every level and outcome present, zero included, so that a reader needs no defaults. */
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
  /** The denominator: without those that do not apply and those where there was only something to observe. */
  readonly applicable: number;
  readonly byOutcome: Readonly<ByOutcome>;
}

/** The count table line by line, levels without any requirement left out. */
export function levelCounts(counts: Counts): readonly LevelCount[] {
  return LEVELS.map((level) => {
    const byOutcome = counts.byLevel[level];
    const total = OUTCOMES.reduce((sum, outcome) => sum + byOutcome[outcome], 0);
    // What the description leaves open cannot hold, whether it could be observed or not.
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
