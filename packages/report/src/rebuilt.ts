import type { Report, RequirementSummary } from "./report.ts";
import { buildReport, type RequirementStatement } from "./summarise.ts";

/**
 * Computes everything again that follows from a report's verdicts. An interrupted or unreachable outcome does not
 * follow from them and stays.
 */
export function rebuilt(report: Report): Report {
  const { outcome, reason, counts: _counts, requirements, ...facts } = report;
  const input = { ...facts, requirements: requirements.map(statementOf) };
  if (outcome === "interrupted") return buildReport({ ...input, interrupted: true });
  const built = buildReport(input);
  return outcome === "unreachable" ? { ...built, outcome, reason } : built;
}

/** A requirement as it was before the run, without outcome and checks. */
export function statementOf({
  outcome: _outcome,
  checks: _checks,
  ...statement
}: RequirementSummary): RequirementStatement {
  return statement;
}
