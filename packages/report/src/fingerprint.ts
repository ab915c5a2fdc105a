import type { Report } from "./report.ts";
import { digestOf } from "./text/digest.ts";

/** What a target does at one place that the description leaves open. */
export interface Observation {
  readonly check: string;
  readonly value: string;
}

/** What a target does where the description leaves it open, so that two targets can be told apart. */
export interface Fingerprint {
  /** Equal for two runs exactly when they observed the same at the same places. */
  readonly hash: string;
  /** Sorted by check id, by code units. */
  readonly observations: readonly Observation[];
}

/** The choices of a target where the description is silent, which tell implementations apart and show drift. */
export function fingerprintOf(report: Report): Fingerprint {
  const observations = report.verdicts
    .flatMap((verdict) => (verdict.outcome === "observed" ? [{ check: verdict.check, value: verdict.note }] : []))
    .sort((one, other) => (one.check < other.check ? -1 : one.check > other.check ? 1 : 0));
  return { hash: digestOf(JSON.stringify(observations.map(({ check, value }) => [check, value]))), observations };
}
