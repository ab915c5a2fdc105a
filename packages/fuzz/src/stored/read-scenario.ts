import { isDeepStrictEqual } from "node:util";
import { preview } from "@plumbline/schemas/validate";
import { closed } from "../reading/closed.ts";
import { list } from "../reading/list.ts";
import { oneOf } from "../reading/one-of.ts";
import { inside } from "../reading/place.ts";
import type { Read } from "../reading/read.ts";
import { refuse } from "../reading/refuse.ts";
import { LONGEST_WORDS, text } from "../reading/text.ts";
import { whole } from "../reading/whole.ts";
import { AT_ONCE } from "../stateful/race.ts";
import { SCENARIO_FORMAT, type Scenario, scenarioOf } from "../stateful/scenario.ts";
import type { Step } from "../stateful/step.ts";
import { readFingerprint } from "./read-fingerprint.ts";
import { stepOf } from "./read-step.ts";

const FIRST = { do: "create", variant: 0 } as const;

/** The limit of steps; the fuzzer plays at most 25. */
const MOST = 200;

const played = stepOf("create", "read", "update", "refused", "toggle", "remove");
/** Concurrent steps work on an existing record, and none of them creates one. */
const released = list(stepOf("update", "toggle", "remove"), 2, AT_ONCE);
const asked = list(stepOf("create"), AT_ONCE, AT_ONCE);

const step: Read<Step | readonly Step[]> = (value, place) => (Array.isArray(value) ? released : played)(value, place);
const STEPS: Readonly<Record<Scenario["rule"], Read<Scenario["steps"]>>> = {
  "FUZZ-STATES": list(step, 1, MOST),
  "FUZZ-RACES": list(asked, 1, 1),
};

const members = closed({
  format: oneOf(SCENARIO_FORMAT),
  fingerprint: readFingerprint,
  rule: oneOf("FUZZ-STATES", "FUZZ-RACES"),
  version: oneOf("1.0", "2"),
  steps: (value: unknown) => value,
  expected: text(LONGEST_WORDS),
  received: text(LONGEST_WORDS),
  seed: whole(0, Number.MAX_SAFE_INTEGER),
});

/** A stored scenario, which begins by creating a record and works only on records that it creates. */
export const readScenario: Read<Scenario> = (value, place) => {
  const { steps, ...rest } = members(value, place);
  const at = inside(place, "steps");
  const scenario = { ...rest, steps: STEPS[rest.rule](steps, at) };
  const [first] = scenario.steps;
  // Any other step would address a missing record, and so an unintended address.
  if (rest.rule === "FUZZ-STATES" && !isDeepStrictEqual(first, FIRST))
    refuse(inside(at, 0), JSON.stringify(FIRST), preview(first, 80));
  const { fingerprint } = scenarioOf(scenario);
  if (rest.fingerprint !== fingerprint)
    refuse(inside(place, "fingerprint"), `"${fingerprint}", which is that of the steps`, `"${rest.fingerprint}"`);
  return scenario;
};
