import type { Outcome, Verdict } from "@plumbline/report";
import { versionLabel } from "@plumbline/schemas";
import type { Check } from "../plan/check.ts";
import type { RunOptions } from "./run-options.ts";

/** The verdict of a check for the report; `along` is the check whose request got the answer. */
export function verdictOf(
  check: Check,
  outcome: Outcome,
  evidence: readonly string[],
  { replay }: Pick<RunOptions, "replay">,
  along?: string,
): Verdict {
  return {
    check: check.id,
    requirement: check.requirement.id,
    ...(check.subject && { operation: check.subject.operation.id, version: versionLabel(check.subject.version) }),
    evidence,
    ...(replay && { replay: replay(check.id, along) }),
    ...outcome,
  };
}
