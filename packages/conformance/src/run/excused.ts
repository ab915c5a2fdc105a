import type { Verdict } from "@plumbline/report";
import type { Check } from "../plan/check.ts";
import { needsServed } from "../plan/needs-served.ts";
import type { Target } from "../target/target.ts";
import type { NeverServed } from "./never-served.ts";

/** One rule is broken by a write that is not there; the others have nothing to say of it. */
export function excused(verdict: Verdict, check: Check, target: Target, neverServed: NeverServed): Verdict {
  const { subject, requirement } = check;
  if (subject === undefined || !["fail", "warn", "flaky"].includes(verdict.outcome)) return verdict;
  if (!neverServed.lacks(subject) || !needsServed(requirement, subject, target)) return verdict;
  const reason = `${subject.operation.id} does not seem to be there: whatever was sent to it was answered like something that is none`;
  const { check: id, requirement: rule, operation, version, evidence, replay } = verdict;
  return {
    check: id,
    requirement: rule,
    ...(operation !== undefined && { operation }),
    ...(version !== undefined && { version }),
    evidence,
    ...(replay !== undefined && { replay }),
    outcome: "could-not-run",
    reason,
  };
}
