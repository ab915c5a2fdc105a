import type { PlannedCheck, RequirementSummary } from "@plumbline/report";
import { versionLabel } from "@plumbline/schemas";
import { byRequirement } from "../plan/by-requirement.ts";
import type { Check } from "../plan/check.ts";
import { areaOf } from "../rule/area-of.ts";

export const planned = ({ id, requirement, subject }: Check): PlannedCheck => ({
  check: id,
  requirement: requirement.id,
  ...(subject && { operation: subject.operation.id, version: versionLabel(subject.version) }),
});

export function statementsOf(checks: readonly Check[]): Omit<RequirementSummary, "outcome" | "checks">[] {
  return [...byRequirement(checks)].map(([{ id, kind, level, basis, text, section }, own]) => {
    const provisional = own.some((check) => check.subject?.operation.provisional);
    return { id, area: areaOf(id), kind, level, basis, text, section, ...(provisional ? { provisional } : {}) };
  });
}
