import { fingerprintOf } from "../fingerprint.ts";
import type { Report, RequirementSummary, Verdict } from "../report.ts";
import {
  type CheckChange,
  DIFF_FORMAT,
  type DiffSide,
  type NotComparable,
  type ObservationChange,
  type ReportDiff,
} from "../report-diff.ts";
import { requirementsById } from "../select.ts";
import { conditionsOf } from "./conditions.ts";
import { readingOf, standingOf } from "./reading.ts";

/**
 * Compares two runs check by check, in the order of the later run. A report compared with itself has no differences.
 */
export function diffReports(before: Report, after: Report): ReportDiff {
  const findings = pairsOf(before, after).map(findingOf);
  const changes = (kind: "new" | "fixed" | "changed"): readonly CheckChange[] =>
    findings.filter(isChange).flatMap((change) => (change.kind === kind ? [change.value] : []));
  const same = findings.flatMap((finding) => (finding.kind === "same" ? [finding] : []));
  const newFailures = changes("new");
  return {
    format: DIFF_FORMAT,
    before: sideOf(before),
    after: sideOf(after),
    conditions: conditionsOf(before, after),
    newFailures,
    fixed: changes("fixed"),
    changedEvidence: changes("changed"),
    changedObservations: findings.flatMap((finding) => (finding.kind === "observation" ? [finding.value] : [])),
    notComparable: findings.flatMap((finding) => (finding.kind === "incomparable" ? [finding.value] : [])),
    unchanged: {
      checks: same.length,
      broken: same.filter(({ broken }) => broken).length,
      failing: same.filter(({ failing }) => failing).length,
    },
    worse: newFailures.some(({ after: { outcome } }) => outcome !== "known-fail"),
  };
}

function sideOf(report: Report): DiffSide {
  const { run, tool, target, outcome } = report;
  return {
    run: run.id,
    startedAt: run.startedAt,
    tool: tool.version,
    target: target.name,
    url: target.url,
    profile: target.profile,
    outcome,
    fingerprint: fingerprintOf(report).hash,
  };
}

interface Side {
  readonly verdict: Verdict;
  readonly requirement: RequirementSummary | undefined;
}

interface Pair {
  readonly check: string;
  readonly before: Side | undefined;
  readonly after: Side | undefined;
}

function pairsOf(before: Report, after: Report): readonly Pair[] {
  const [one, other] = [sidesOf(before), sidesOf(after)];
  const checks = new Set([...other.keys(), ...one.keys()]);
  return [...checks].map((check) => ({ check, before: one.get(check), after: other.get(check) }));
}

function sidesOf(report: Report): ReadonlyMap<string, Side> {
  const requirements = requirementsById(report);
  return new Map(
    report.verdicts.map((verdict) => [verdict.check, { verdict, requirement: requirements.get(verdict.requirement) }]),
  );
}

type Change = { readonly kind: "new" | "fixed" | "changed"; readonly value: CheckChange };
/** `failing`: broken, not a SHOULD, and not on the list of known failures. */
type Same = { readonly kind: "same"; readonly broken: boolean; readonly failing: boolean };
const SOUND: Same = { kind: "same", broken: false, failing: false };
type Finding =
  | Change
  | { readonly kind: "observation"; readonly value: ObservationChange }
  | { readonly kind: "incomparable"; readonly value: NotComparable }
  | Same;

function isChange(finding: Finding): finding is Change {
  return finding.kind === "new" || finding.kind === "fixed" || finding.kind === "changed";
}

function findingOf({ check, before, after }: Pair): Finding {
  const incomparable = (reason: string): Finding => ({ kind: "incomparable", value: { check, reason } });
  if (before === undefined) return incomparable(`not in the earlier run; now ${after?.verdict.outcome ?? "unknown"}`);
  if (after === undefined) return incomparable(`not in the later run; was ${before.verdict.outcome}`);
  const [was, is] = [readingOf(before.verdict), readingOf(after.verdict)];
  const [stood, stands] = [standingOf(was.outcome), standingOf(is.outcome)];
  if (stood === "undecided" && stands === "undecided") return SOUND;
  if (stood === "undecided") return incomparable(`nothing to compare with: earlier ${was.text}; now ${is.text}`);
  if (stands === "undecided") return incomparable(`no longer decided: ${is.text}; was ${was.text}`);
  const reworded = rewording(before.requirement, after.requirement);
  if (reworded !== undefined) return incomparable(reworded);
  if (stood === "seen" && stands === "seen") {
    if (was.text === is.text) return SOUND;
    return { kind: "observation", value: { check, before: noteOf(before.verdict), after: noteOf(after.verdict) } };
  }
  if (stood === "seen" || stands === "seen")
    return incomparable(`tested in another way: was ${was.text}; now ${is.text}`);
  const value: CheckChange = {
    check,
    requirement: after.verdict.requirement,
    level: after.requirement?.level ?? "MUST",
    before: was,
    after: is,
  };
  if (stood === "sound" && stands === "broken") return { kind: "new", value };
  if (stood === "broken" && stands === "sound") return { kind: "fixed", value };
  if (was.text !== is.text) return { kind: "changed", value };
  const failing = is.outcome === "fail" || is.outcome === "flaky";
  return { kind: "same", broken: stands === "broken", failing };
}

/** How the requirement itself changed: another version of the suite may demand something else under the same id. */
function rewording(before: RequirementSummary | undefined, after: RequirementSummary | undefined): string | undefined {
  if (before === undefined || after === undefined) return undefined;
  if (before.level !== after.level) return `the requirement was a ${before.level} and is a ${after.level}`;
  return before.text === after.text ? undefined : "the later run states the requirement in other words";
}

function noteOf(verdict: Verdict): string {
  return verdict.outcome === "observed" ? verdict.note : "";
}
