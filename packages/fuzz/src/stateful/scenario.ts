import { createHash } from "node:crypto";
import type { RouteVersion } from "@plumbline/schemas";
import type { Step } from "./step.ts";

/** The version of the format of a stored scenario. */
export const SCENARIO_FORMAT = "plumbline-scenario/1";

/** Steps on which a target and the model of the state rules differ: what was played, so that no seed is needed again. */
export interface Scenario {
  readonly format: typeof SCENARIO_FORMAT;
  /** The same for the same steps in every run and version. */
  readonly fingerprint: string;
  readonly rule: "FUZZ-STATES" | "FUZZ-RACES";
  readonly version: RouteVersion;
  /** In order; a list of steps is released at once. */
  readonly steps: readonly (Step | readonly Step[])[];
  readonly expected: string;
  readonly received: string;
  readonly seed: number;
}

export function scenarioOf(parts: Omit<Scenario, "format" | "fingerprint">): Scenario {
  const text = JSON.stringify([parts.rule, parts.steps]);
  const fingerprint = createHash("sha256").update(text).digest("hex").slice(0, 16);
  return { format: SCENARIO_FORMAT, fingerprint, ...parts };
}
