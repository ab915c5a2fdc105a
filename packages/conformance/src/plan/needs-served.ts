import type { Subject } from "../ground/subject.ts";
import { operationRule } from "../rule/operation-rule.ts";
import type { Requirement } from "../rule/requirement.ts";
import { isAddition } from "../target/is-addition.ts";
import type { Target } from "../target/target.ts";

/**
 * Whether a requirement cannot apply to an operation that the target lacks. The only exception demands the operation.
 */
export function needsServed(requirement: Requirement, subject: Subject, { bindingStated }: Target): boolean {
  const { operation } = subject;
  // Answers of other operations can still show an invariant.
  if (requirement.kind === "watch" && requirement.each !== true) return false;
  if (operation.basis === "stated") return requirement.id !== operationRule(operation.id, "BIND");
  return !bindingStated || isAddition(subject) || requirement.id !== operationRule(operation.id, "PARAMS");
}
