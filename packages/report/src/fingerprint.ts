import type { Report } from "./report.ts";
import { digestOf } from "./text/digest.ts";

/** The behaviour of a target at one place that the description leaves open. */
export interface Observation {
  readonly check: string;
  readonly value: string;
}

/** The behaviour of a target wherever the description leaves it open, which distinguishes implementations. */
export interface Fingerprint {
  /** Equal for two runs exactly when they observed the same behaviour at the same places. */
  readonly hash: string;
  /** Sorted by check id, by code units. */
  readonly observations: readonly Observation[];
}

/** Computes the fingerprint from the observations of a report. It distinguishes implementations and shows changes. */
export function fingerprintOf(report: Report): Fingerprint {
  const observations = report.verdicts
    .flatMap((verdict) => (verdict.outcome === "observed" ? [{ check: verdict.check, value: verdict.note }] : []))
    .sort((one, other) => (one.check < other.check ? -1 : one.check > other.check ? 1 : 0));
  return { hash: digestOf(JSON.stringify(observations.map(({ check, value }) => [check, value]))), observations };
}
