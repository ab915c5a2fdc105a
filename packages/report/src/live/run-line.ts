import type { RunOutcome } from "../outcome.ts";
import type { Report } from "../report.ts";

/** An earlier run, as lists and plots show it. */
export interface RunLine {
  /** The folder of the report. */
  readonly id: string;
  readonly startedAt: string;
  readonly milliseconds: number;
  readonly target: string;
  readonly outcome: RunOutcome;
  readonly reason: string;
  /** The selection of checks, unless the run covered everything. Only runs of the same selection can be compared. */
  readonly selection?: string;
  /** The run was complete and reached its target. */
  readonly ended: boolean;
  readonly checks: number;
  readonly requirements: { readonly pass: number; readonly broken: number; readonly open: number };
  /** The number of broken requirements for each area that has any. */
  readonly broken: Readonly<Record<string, number>>;
}

const BROKEN = new Set(["fail", "flaky", "harness-error"]);

/** The line for a run whose report is in the folder `id`. */
export function runLineOf(id: string, { run, target, outcome, reason, requirements, verdicts }: Report): RunLine {
  const broken: Record<string, number> = {};
  for (const { area, outcome: one } of requirements) if (BROKEN.has(one)) broken[area] = (broken[area] ?? 0) + 1;
  const count = (fits: (one: string) => boolean): number => requirements.filter((one) => fits(one.outcome)).length;
  return {
    id,
    startedAt: run.startedAt,
    milliseconds: run.milliseconds,
    target: target.name,
    outcome,
    reason,
    ...(run.selection !== undefined && { selection: run.selection }),
    ended: outcome !== "unreachable" && outcome !== "interrupted",
    checks: verdicts.length,
    requirements: {
      pass: count((one) => one === "pass"),
      broken: count((one) => BROKEN.has(one)),
      open: count((one) => one === "could-not-run"),
    },
    broken,
  };
}
