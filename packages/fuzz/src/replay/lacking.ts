import { forbidden, type Risk, type Target } from "@plumbline/conformance";
import { bindContract, neutral } from "@plumbline/schemas";
import { PERMISSIONS } from "../cases/rules.ts";
import { familyOf } from "../cases/subjects.ts";
import type { Failure } from "../failures/failure.ts";
import { SCENARIO_FORMAT, type Scenario } from "../stateful/scenario.ts";

/** What an operation does is the same under every profile. */
const contract = bindContract(neutral);

/**
 * What must be permitted for a stored failure to be sent: what the contract says that its operation does, and what the
 * fuzzer itself needs for requests of its kind, which is making a record first where one is changed. Scenarios make,
 * change and remove records; races may cost money.
 */
export function risksOf(stored: Failure | Scenario): readonly Risk[] {
  if (stored.format === SCENARIO_FORMAT)
    return stored.rule === "FUZZ-RACES" ? ["costly"] : ["create", "update", "delete"];
  const operation = contract.operation(stored.testCase.operation);
  const family = familyOf(operation);
  const own: readonly Risk[] = family === undefined ? [] : [PERMISSIONS[family].risk];
  // Its valid request is sent first, and may cost money whatever else it does.
  const lasting: readonly Risk[] = family === "lasting" ? ["costly"] : [];
  return [...new Set([operation.risk, ...own, ...lasting])];
}

/** Why a stored failure may not be sent, and how to permit it; undefined when it may. */
export function lacking(stored: Failure | Scenario, target: Pick<Target, "allow">): string | undefined {
  const reasons = risksOf(stored).flatMap((risk) => forbidden(risk, target) ?? []);
  return reasons.length === 0 ? undefined : reasons.join("; it also ");
}
