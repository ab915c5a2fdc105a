import type { Outcome, Verdict } from "@plumbline/report";
import { decidedBy } from "../ground/judgement.ts";
import type { Finding, Requirement } from "../rule/requirement.ts";
import { decide } from "./decide.ts";

/** The verdict of one result of a campaign; its check id carries the finding's own stable name. */
export function findingVerdict(
  requirement: Requirement,
  finding: Finding,
  replay?: (check: string) => string,
): Verdict {
  const check = `${requirement.id}@${finding.operation}/${finding.version}#${finding.name}`;
  const level = requirement.level;
  const [last] = finding.evidence.slice(-1);
  const judgement = last === undefined ? finding.judgement : decidedBy(finding.judgement, undefined, { id: last });
  const outcome: Outcome = decide([{ name: finding.name, level, judgement }], [], false);
  return {
    check,
    requirement: requirement.id,
    operation: finding.operation,
    version: finding.version,
    evidence: finding.evidence,
    ...(replay && { replay: replay(check) }),
    ...outcome,
  };
}
