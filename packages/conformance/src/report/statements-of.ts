import type { PlannedCheck, RequirementSummary } from "@plumbline/report";
import { versionLabel } from "@plumbline/schemas";
import { byRequirement } from "../plan/by-requirement.ts";
import type { Check } from "../plan/check.ts";
import { areaOf } from "../rule/area-of.ts";

/** The line of a check in the plan of the journal; a check without a subject is about the whole interface. */
export const planned = ({ id, requirement, subject }: Check): PlannedCheck => ({
  check: id,
  requirement: requirement.id,
  ...(subject && { operation: subject.operation.id, version: versionLabel(subject.version) }),
});

/** The requirements of the checks, each once; one is provisional if any of its operations is. */
export function statementsOf(checks: readonly Check[]): Omit<RequirementSummary, "outcome" | "checks">[] {
  return [...byRequirement(checks)].map(([{ id, kind, level, basis, text, section }, own]) => {
    const provisional = own.some((check) => check.subject?.operation.provisional);
    return { id, area: areaOf(id), kind, level, basis, text, section, ...(provisional ? { provisional } : {}) };
  });
}
