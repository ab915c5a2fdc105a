import type { Report } from "./report.ts";

/** Exit codes of a process that ran the suite. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 130;

/**
 * The meaning of every exit code, for help texts and documentation. Code 2 never follows from a report: no run took
 * place, or a file could not be written.
 */
export const EXIT_CODES: readonly { readonly code: ExitCode; readonly meaning: string }[] = [
  { code: 0, meaning: "passed" },
  { code: 1, meaning: "the target breaks a requirement" },
  { code: 2, meaning: "wrong usage or configuration, nothing is selected, or a file could not be written" },
  {
    code: 3,
    meaning:
      "incomplete: a selected MUST could not run (0 with --allow-incomplete), or a record changed that no request addressed",
  },
  { code: 4, meaning: "the target could not be reached, or stopped working" },
  { code: 5, meaning: "Plumbline itself failed" },
  { code: 6, meaning: "the list of known failures is out of date" },
  { code: 7, meaning: "passed, but something that the run created remains on the target" },
  { code: 130, meaning: "interrupted; the report holds the results so far" },
];

/** Imperfect results that the user accepts. */
export interface GateOptions {
  /** @default false */
  readonly allowIncomplete?: boolean;
}

/**
 * The exit code for a report. If several reasons apply, the most important one for the target wins; leftovers count
 * only when everything else is well.
 */
export function exitCode(report: Report, { allowIncomplete = false }: GateOptions = {}): ExitCode {
  switch (report.outcome) {
    case "interrupted":
      return 130;
    case "unreachable":
      return 4;
    case "harness-error":
      return 5;
    case "failed":
      return 1;
    case "incomplete":
    case "passed": {
      if (report.staleKnownFailures !== undefined && report.staleKnownFailures.length > 0) return 6;
      // A record that changed without being addressed may be damaged, so `allowIncomplete` does not cover it.
      if (report.changes.some(({ state }) => state === "disturbed")) return 3;
      if (report.outcome === "incomplete" && !allowIncomplete) return 3;
      return report.changes.some(({ state }) => state === "left") ? 7 : 0;
    }
    default:
      return report.outcome satisfies never;
  }
}
