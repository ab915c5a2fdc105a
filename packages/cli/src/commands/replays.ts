import type { Requirement } from "@plumbline/conformance";
import {
  type Failure,
  type Replayed,
  type ReplaySettings,
  replayRequirement,
  replayScenariosRequirement,
  SCENARIO_FORMAT,
  type Scenario,
} from "@plumbline/fuzz";
import type { StoredFailure } from "./stored-failures.ts";

type Told = (failure: Failure | Scenario, came: Replayed, why: string) => void;

/** The requirements that send stored failures again: one for failures and one for scenarios, if there are any. */
export function replays(
  stored: readonly StoredFailure[],
  settings: ReplaySettings,
  told?: Told,
): readonly Requirement[] {
  const failures = stored.flatMap(({ failure }) => (failure.format === SCENARIO_FORMAT ? [] : [failure]));
  const scenarios = stored.flatMap(({ failure }) => (failure.format === SCENARIO_FORMAT ? [failure] : []));
  return [
    ...(failures.length === 0 ? [] : [replayRequirement(failures, settings, told)]),
    ...(scenarios.length === 0 ? [] : [replayScenariosRequirement(scenarios, settings, told)]),
  ];
}
