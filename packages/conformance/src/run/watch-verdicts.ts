import { type Outcome, UNSEEN_ANYWHERE, type Verdict } from "@plumbline/report";
import { versionLabel } from "@plumbline/schemas";
import { byRequirement } from "../plan/by-requirement.ts";
import type { Check } from "../plan/check.ts";
import type { Requirement } from "../rule/requirement.ts";
import type { Target } from "../target/target.ts";
import { decideWatch } from "./decide.ts";
import type { RunOptions } from "./run-options.ts";
import { verdictOf } from "./verdict-of.ts";
import type { WatchCounts } from "./watch-counts.ts";

/** The verdicts of invariants, decided after all exchanges of a run; `verdicts` are those of all other checks. */
export function watchVerdicts(
  checks: readonly Check[],
  counts: WatchCounts,
  target: Target,
  options: RunOptions,
  verdicts: readonly Verdict[],
): readonly Verdict[] {
  const watching = checks.filter((check) => check.work.kind === "watch" && check.obstacle === undefined);
  const nothingApplies = unasked(verdicts);
  return [...byRequirement(watching)].flatMap(([requirement, own]) => {
    const seen = own.flatMap((check) => seenVerdict(check, counts, options) ?? []);
    const known = new Set(seen.map(({ check }) => check));
    const reasonOf = ({ subject }: Check): string | undefined =>
      subject && nothingApplies.get(`${subject.operation.id}/${versionLabel(subject.version)}`);
    const unseen = lacking(
      requirement,
      own.filter(({ id }) => !known.has(id)),
      seen.length > 0,
      reasonOf,
    );
    return [
      ...seen,
      ...unseen.map((check) => {
        const reason = reasonOf(check);
        const outcome: Outcome =
          reason === undefined ? unseenOutcome(target, requirement) : { outcome: "not-applicable", reason };
        return verdictOf(check, outcome, [], options);
      }),
    ];
  });
}

/** The verdict on a rule from the exchanges of one operation; `undefined` if none concerned the rule. */
export function seenVerdict(
  check: Check,
  counts: WatchCounts,
  options: Pick<RunOptions, "replay">,
): Verdict | undefined {
  const count = counts.of(check.id);
  const outcome = decideWatch(check, count);
  if (outcome === undefined) return undefined;
  const evidence = count?.first?.evidence ?? count?.witness ?? [...(count?.notes.values() ?? [])][0];
  return verdictOf(check, outcome, evidence === undefined ? [] : [evidence], options, count?.first?.asker);
}

/**
 * The checks without any exchange that get a verdict of their own: each one if the rule is about each operation,
 * otherwise one at most.
 */
function lacking(
  requirement: Requirement,
  unseen: readonly Check[],
  wasSeen: boolean,
  reasonOf: (check: Check) => string | undefined,
): readonly Check[] {
  const [any = unseen[0]] = unseen.filter((check) => reasonOf(check) === undefined);
  const all = isAboutEach(requirement) ? unseen : wasSeen || any === undefined ? [] : [any];
  return all.filter(({ visiting }) => visiting !== true);
}

const isAboutEach = (requirement: Requirement): boolean => requirement.kind === "watch" && requirement.each === true;

function unseenOutcome(target: Target, requirement: Requirement): Outcome {
  const reason = isAboutEach(requirement) ? "no answer of this operation in this run shows it" : UNSEEN_ANYWHERE;
  const conditional = requirement.kind === "watch" && requirement.conditional === true;
  const made = requirement.kind === "watch" ? (requirement.madeBy ?? []) : [];
  const missing = made.find((id) => target.contract.operation(id).routes.length === 0);
  if (missing !== undefined)
    return { outcome: "not-applicable", reason: `the check needs ${missing}, which the target does not offer` };
  if (target.mock || requirement.kind === "silent" || conditional) return { outcome: "not-applicable", reason };
  return { outcome: "could-not-run", reason };
}

/** Operations, per version, to which no check applied, with one of the reasons: no answers of them can exist. */
function unasked(verdicts: readonly Verdict[]): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>();
  const applied = new Set<string>();
  for (const verdict of verdicts) {
    const key = `${verdict.operation}/${verdict.version}`;
    if (verdict.outcome === "not-applicable") reasons.set(key, verdict.reason);
    else applied.add(key);
  }
  for (const key of applied) reasons.delete(key);
  return reasons;
}
