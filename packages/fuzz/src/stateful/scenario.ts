import { createHash } from "node:crypto";
import type { RouteVersion } from "@plumbline/schemas";
import { LONGEST_WORDS } from "../reading/text.ts";
import type { Step } from "./step.ts";

/** The version of the format of a stored scenario. */
export const SCENARIO_FORMAT = "plumbline-scenario/1";

/** Steps in which a target and the model of the state rules differ. They are stored as played, so no seed is needed. */
export interface Scenario {
  readonly format: typeof SCENARIO_FORMAT;
  /** Equal for the same steps in every run and version. */
  readonly fingerprint: string;
  readonly rule: "FUZZ-STATES" | "FUZZ-RACES";
  readonly version: RouteVersion;
  /** In order; the steps of an inner list are sent concurrently. */
  readonly steps: readonly (Step | readonly Step[])[];
  readonly expected: string;
  readonly received: string;
  readonly seed: number;
}

/** A scenario with its format and fingerprint; its words are truncated to the limit of readers. */
export function scenarioOf({
  rule,
  version,
  steps,
  expected,
  received,
  seed,
}: Omit<Scenario, "format" | "fingerprint">): Scenario {
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([rule, steps]))
    .digest("hex")
    .slice(0, 16);
  // A target's words may have any length, and readers refuse files that are too long.
  const [wanted, got] = [expected, received].map((words) => words.slice(0, LONGEST_WORDS));
  return {
    format: SCENARIO_FORMAT,
    fingerprint,
    rule,
    version,
    steps,
    expected: wanted ?? "",
    received: got ?? "",
    seed,
  };
}
