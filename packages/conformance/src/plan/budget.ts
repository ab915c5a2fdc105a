import type { Check } from "./check.ts";

const WORTH = { MUST: 3, SHOULD: 2, MAY: 1, UNSPECIFIED: 0 } as const;

/**
 * Leaves out checks until the rest needs no more than `requests` requests: the lower levels first, and within a level
 * those that cost most. What is left out says so.
 */
export function withinBudget(checks: readonly Check[], requests: number): readonly Check[] {
  const byWorth = checks
    .filter((check) => check.requests > 0)
    .toSorted((a, b) => WORTH[b.requirement.level] - WORTH[a.requirement.level] || a.requests - b.requests);
  const left = new Set<Check>();
  let spent = 0;
  for (const check of byWorth) {
    if (spent + check.requests > requests) left.add(check);
    else spent += check.requests;
  }
  const reason = `left out: more valuable checks use up the budget of ${requests} requests`;
  return checks.map((check) =>
    left.has(check) ? { ...check, requests: 0, obstacle: { kind: "could-not-run", reason } } : check,
  );
}
