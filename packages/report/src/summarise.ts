import { causesOf } from "./causes/causes-of.ts";
import { conclude } from "./conclude.ts";
import { countAll } from "./counts.ts";
import { OUTCOMES, type OutcomeKind } from "./outcome.ts";
import type { Report, RequirementSummary, Verdict } from "./report.ts";
import { ReportInputError } from "./report-input-error.ts";

/** A requirement before anything is known about the target. */
export type RequirementStatement = Omit<RequirementSummary, "outcome" | "checks">;

/** The subject of the doctor's findings about how much of the traffic was judged. */
export const TRAFFIC = "traffic";

/** Everything that a runner knows; the report computes the rest from it. */
export interface ReportInput extends Omit<Report, "outcome" | "reason" | "counts" | "requirements"> {
  readonly requirements: readonly RequirementStatement[];
  /** The user or the system stopped the run before its end. */
  readonly interrupted?: boolean;
  /** Why the target could not be reached at all. */
  readonly unreachable?: string;
  /** Why the target stopped answering during the run, as a sentence. */
  readonly stopped?: string;
}

/**
 * Builds the report: computes outcomes, counts, the outcome of the run and its sentence.
 *
 * @throws {ReportInputError} on two requirements or two verdicts of one id, and on a verdict about an unknown
 * requirement.
 */
export function buildReport(input: ReportInput): Report {
  const { interrupted, unreachable, stopped, ...facts } = input;
  const verdictsOf = groupVerdicts(input);
  const requirements = input.requirements.map((statement): RequirementSummary => {
    const verdicts = verdictsOf.get(statement.id) ?? [];
    return { ...statement, outcome: worstOutcome(verdicts), checks: verdicts.length };
  });
  const traffic = input.doctor.filter(({ subject }) => subject === TRAFFIC);
  const [cause] = causesOf(input);
  const { outcome, reason } = conclude({
    requirements,
    verdicts: input.verdicts,
    ...(cause !== undefined && { foremost: cause.first }),
    changes: input.changes,
    ...(traffic.length > 0 && { traffic }),
    ...(input.target.unexamined && { unexamined: input.target.unexamined }),
    ...(interrupted === undefined ? {} : { interrupted }),
    ...(unreachable === undefined ? {} : { unreachable }),
    ...(stopped === undefined ? {} : { stopped }),
  });
  const counts = countAll(requirements, input.verdicts, input.exchanges.length);
  return { ...facts, outcome, reason, counts, requirements };
}

/** The outcome of a requirement: the worst of its checks, and `could-not-run` without any. */
export function worstOutcome(verdicts: readonly Verdict[]): OutcomeKind {
  const found = new Set(verdicts.map(({ outcome }) => outcome));
  return OUTCOMES.find((outcome) => found.has(outcome)) ?? "could-not-run";
}

function groupVerdicts({ requirements, verdicts }: ReportInput): ReadonlyMap<string, readonly Verdict[]> {
  const groups = new Map<string, Verdict[]>();
  for (const { id } of requirements) {
    if (groups.has(id)) throw new ReportInputError(`Requirement ids must differ, but ${id} is stated twice.`);
    groups.set(id, []);
  }
  const checks = new Set<string>();
  for (const verdict of verdicts) {
    const { check, requirement } = verdict;
    if (checks.has(check)) throw new ReportInputError(`A check has one verdict, but ${check} has two.`);
    checks.add(check);
    const group = groups.get(requirement);
    if (group === undefined) {
      throw new ReportInputError(
        `The verdict of ${check} is about ${requirement}, which is not among the requirements.`,
      );
    }
    group.push(verdict);
  }
  return groups;
}
