import type { Subject } from "../ground/subject.ts";
import { operationRule } from "../rule/operation-rule.ts";
import type { Requirement } from "../rule/requirement.ts";
import { isAddition } from "../target/is-addition.ts";
import type { Target } from "../target/target.ts";

/** Whether a rule has nothing to say of an operation that is not there: all but the one that it has to be there. */
export function needsServed(requirement: Requirement, subject: Subject, { bindingStated }: Target): boolean {
  const { operation } = subject;
  // A rule about all answers is kept by those of the other operations.
  if (requirement.kind === "watch" && requirement.each !== true) return false;
  if (operation.basis === "stated") return requirement.id !== operationRule(operation.id, "BIND");
  return !bindingStated || isAddition(subject) || requirement.id !== operationRule(operation.id, "PARAMS");
}
