import type { Verdict } from "@plumbline/report";
import type { Check } from "../plan/check.ts";
import { needsServed } from "../plan/needs-served.ts";
import { isAddition, notServed } from "../target/is-addition.ts";
import type { Target } from "../target/target.ts";
import type { NeverServed } from "./never-served.ts";

/**
 * Excuses a check from failures of an absent operation: one rule requires that the operation exists and reports that,
 * and no other rule fails because of its answers or their absence.
 */
export function excused(verdict: Verdict, check: Check, target: Target, neverServed: NeverServed): Verdict {
  const { subject, requirement } = check;
  if (subject === undefined || verdict.evidence.length === 0) return verdict;
  const isBroken = verdict.outcome === "fail" || verdict.outcome === "warn" || verdict.outcome === "flaky";
  const isWatch = requirement.kind === "watch";
  // The description does not say how a server answers an unknown path.
  const isUnseen = isBroken && isWatch && neverServed.isUnseen(subject);
  if (!isUnseen && !neverServed.lacks(subject)) return verdict;
  if (!isBroken && verdict.outcome !== "could-not-run") return verdict;
  const absent = `${subject.operation.id} does not seem to be there: the target answered every request to it like an unknown path`;
  if (isBroken && !isWatch && !needsServed(requirement, subject, target))
    return { ...verdict, received: `${verdict.received}; ${absent}` };
  const { check: id, requirement: rule, operation, version, evidence, replay } = verdict;
  return {
    check: id,
    requirement: rule,
    ...(operation !== undefined && { operation }),
    ...(version !== undefined && { version }),
    evidence,
    ...(replay !== undefined && { replay }),
    ...(isAddition(subject)
      ? { outcome: "not-applicable", reason: notServed(subject) }
      : { outcome: "could-not-run", reason: absent }),
  };
}
