import { rebuilt } from "./rebuilt.ts";
import type { Report, StaleKnownFailure, Verdict } from "./report.ts";
import { isWholeSuite } from "./whole-suite.ts";

/** An entry of the user's list: a check that is known to fail, and why. */
export interface KnownFailure {
  /** The complete id of the check, such as `PAGE-ITEMS-REJECT@listAlerts/v2`. */
  readonly check: string;
  readonly reason: string;
  readonly issue?: string;
  /** The last day on which the entry is valid, as `YYYY-MM-DD`. */
  readonly until?: string;
}

/**
 * Returns the report with its listed failures (and warnings, in runs that are strict about them) turned into known
 * ones, and the outdated entries in `staleKnownFailures`. An expired entry still explains its failure, but makes the
 * run end with exit code 6. `today` is `YYYY-MM-DD`.
 */
export function applyKnownFailures(report: Report, entries: readonly KnownFailure[], today: string): Report {
  const byCheck = new Map(entries.map((entry) => [entry.check, entry]));
  const verdicts = report.verdicts.map((verdict) => {
    const entry = byCheck.get(verdict.check);
    return entry === undefined ? verdict : asKnown(verdict, entry);
  });
  const found = new Map(report.verdicts.map((verdict) => [verdict.check, verdict]));
  const stale = [...byCheck.values()].flatMap((entry): readonly StaleKnownFailure[] => {
    const state = staleness(entry, found.get(entry.check), report, today);
    return state === undefined ? [] : [{ check: entry.check, state }];
  });
  const { staleKnownFailures: _before, ...rest } = report;
  return rebuilt({ ...rest, verdicts, ...(stale.length === 0 ? {} : { staleKnownFailures: stale }) });
}

function asKnown(verdict: Verdict, { reason, issue }: KnownFailure): Verdict {
  switch (verdict.outcome) {
    case "fail":
    case "warn":
    case "flaky":
    case "known-fail": {
      const { check, requirement, operation, version, evidence, replay, expected, received, deciding } = verdict;
      return {
        check,
        requirement,
        ...(operation === undefined ? {} : { operation }),
        ...(version === undefined ? {} : { version }),
        evidence,
        ...(replay === undefined ? {} : { replay }),
        outcome: "known-fail",
        expected,
        received,
        ...(deciding === undefined ? {} : { deciding }),
        reason,
        ...(issue === undefined ? {} : { issue }),
      };
    }
    case "pass":
    case "observed":
    case "could-not-run":
    case "not-applicable":
    case "harness-error":
      return verdict;
    default:
      return verdict satisfies never;
  }
}

function staleness(
  { until }: KnownFailure,
  verdict: Verdict | undefined,
  report: Report,
  today: string,
): StaleKnownFailure["state"] | undefined {
  if (until !== undefined && until < today) return "expired";
  if (verdict === undefined) return isWhole(report) ? "unmatched" : undefined;
  // Only a decided check shows that an entry is outdated: one that could not run may fail again.
  return verdict.outcome === "pass" || verdict.outcome === "observed" ? "passes" : undefined;
}

/**
 * Whether a check that the report lacks does not exist. Interrupted runs and runs of a selection lack existing checks.
 */
function isWhole({ outcome, run }: Report): boolean {
  return outcome !== "interrupted" && outcome !== "unreachable" && isWholeSuite(run.selection);
}
