import { forbidden, type Risk, type Target } from "@plumbline/conformance";
import { bindContract, neutral } from "@plumbline/schemas";
import { PERMISSIONS } from "../cases/rules.ts";
import { familyOf } from "../cases/subjects.ts";
import type { Failure } from "../failures/failure.ts";
import { SCENARIO_FORMAT, type Scenario } from "../stateful/scenario.ts";

/** The effects of an operation are the same under every profile. */
const contract = bindContract(neutral);

/**
 * The permissions that a stored failure needs: the effect of its operation in the contract, and what the fuzzer needs
 * for requests of its kind, such as creating the record that an update changes. Scenarios create, change and delete
 * records; races may cost money.
 */
export function risksOf(stored: Failure | Scenario): readonly Risk[] {
  if (stored.format === SCENARIO_FORMAT)
    return stored.rule === "FUZZ-RACES" ? ["costly"] : ["create", "update", "delete"];
  const operation = contract.operation(stored.testCase.operation);
  const family = familyOf(operation);
  const own: readonly Risk[] = family === undefined ? [] : [PERMISSIONS[family].risk];
  // The valid request is sent first, and may cost money in addition to its other effects.
  const lasting: readonly Risk[] = family === "lasting" ? ["costly"] : [];
  return [...new Set([operation.risk, ...own, ...lasting])];
}

/** Why a stored failure may not be sent, and how to permit it; `undefined` when it may. */
export function lacking(stored: Failure | Scenario, target: Pick<Target, "allow">): string | undefined {
  const reasons = risksOf(stored).flatMap((risk) => forbidden(risk, target) ?? []);
  return reasons.length === 0 ? undefined : reasons.join("; it also ");
}
