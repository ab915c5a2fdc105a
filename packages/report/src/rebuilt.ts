import type { Report, RequirementSummary } from "./report.ts";
import { buildReport, type RequirementStatement } from "./summarise.ts";

/** The report with all that follows from its verdicts computed anew; how it was cut short cannot be, and stays. */
export function rebuilt(report: Report): Report {
  const { outcome, reason, counts: _counts, requirements, ...facts } = report;
  const input = { ...facts, requirements: requirements.map(statementOf) };
  if (outcome === "interrupted") return buildReport({ ...input, interrupted: true });
  const built = buildReport(input);
  return outcome === "unreachable" ? { ...built, outcome, reason } : built;
}

/** What was known of a requirement before the run. */
export function statementOf({
  outcome: _outcome,
  checks: _checks,
  ...statement
}: RequirementSummary): RequirementStatement {
  return statement;
}
