import { SCENARIO_FORMAT, type Scenario } from "../stateful/scenario.ts";
import type { Failure } from "./failure.ts";

/** The name of a failure's files without folder and extension. Always a single safe name, never a path. */
export function stemOf(stored: Failure | Scenario): string {
  const kind = stored.format === SCENARIO_FORMAT ? "scenario" : stored.testCase.operation;
  return `${kind}-${stored.fingerprint}`.slice(0, 120).replaceAll(/[^A-Za-z0-9-]/g, "_");
}
