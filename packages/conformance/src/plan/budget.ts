import type { Check } from "./check.ts";
import { byWorth } from "./worth.ts";

/**
 * Keeps the most valuable checks that together send at most `requests` requests. Each other check gets the budget as
 * its obstacle and itself as `spare`: the run turns to it if the rest sends less.
 */
export function withinBudget(checks: readonly Check[], requests: number): readonly Check[] {
  const left = new Set<Check>();
  let spent = 0;
  for (const check of byWorth(checks)) {
    if (spent + check.requests > requests) left.add(check);
    else spent += check.requests;
  }
  return checks.map((check) => (left.has(check) ? { ...leftOut(check, requests), spare: check } : check));
}

/** A check that a budget leaves out; without `requests`, time limits the budget. */
export function leftOut(check: Check, requests: number | undefined): Check {
  const what = requests === undefined ? "of time" : `of ${requests} requests`;
  const reason = `left out: more valuable checks use up the budget ${what}`;
  return { ...check, requests: 0, obstacle: { kind: "could-not-run", reason } };
}
