import type { DoctorFinding, Outcome, Verdict } from "@plumbline/report";
import type { Check } from "../plan/check.ts";
import { verdictOf } from "../run/verdict-of.ts";
import type { WatchCounts } from "../run/watch-counts.ts";
import { seenVerdict, watchVerdicts } from "../run/watch-verdicts.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { isAddition, notServed } from "../target/is-addition.ts";
import { subjectsOf } from "../target/subjects-of.ts";
import type { Target } from "../target/target.ts";
import { type Coverage, type Exercised, exercisedInAll, exercisedText } from "./client/exercised.ts";
import { exercisedNotice } from "./requirements.ts";

/** Everything that is known about the traffic at its end. */
export interface Seen {
  readonly target: Target;
  readonly checks: readonly Check[];
  readonly counts: WatchCounts;
  readonly coverage: Coverage;
}

const UNSEEN: Outcome = { outcome: "not-applicable", reason: "this traffic does not show it" };

/** A verdict for each check; checks that no answer showed do not apply. */
export function trafficVerdicts(seen: Seen): readonly Verdict[] {
  const { checks, counts, target } = seen;
  const watching = checks.filter(({ work, requirement }) => work.kind === "watch" && requirement !== exercisedNotice);
  return [
    ...watchVerdicts(watching, counts, target, { jobs: 1 }, []).map(appliesOnlyWhereSeen),
    ...checks.flatMap((check) => {
      if (check.work.kind === "watch") return [];
      const lacking = lackingIn(check, seen);
      if (lacking !== undefined) return verdictOf(check, lacking, [], {});
      return seenVerdict(check, counts, {}) ?? verdictOf(check, UNSEEN, [], {});
    }),
    ...checks.flatMap((check) => (check.requirement === exercisedNotice ? ofExercised(check, seen) : [])),
  ];
}

/** Why a check does not apply to an operation that the description has in the other version only, and the target lacks. */
function lackingIn({ subject }: Check, { target, coverage }: Seen): Outcome | undefined {
  const route = subject && target.contract.route(subject.operation.id, subject.version);
  if (subject === undefined || route === undefined || !isAddition(subject)) return undefined;
  const { asked, taken } = coverage.of(subject.operation.id, route);
  return asked > 0 && taken === 0 ? { outcome: "not-applicable", reason: notServed(subject) } : undefined;
}

function appliesOnlyWhereSeen(verdict: Verdict): Verdict {
  if (verdict.outcome !== "could-not-run" || verdict.evidence.length > 0) return verdict;
  const { check, requirement, operation, version, evidence } = verdict;
  return { check, requirement, evidence, ...(operation && { operation }), ...(version && { version }), ...UNSEEN };
}

function ofExercised(check: Check, { target, coverage }: Seen): Verdict {
  const { subject } = check;
  const route = subject && target.contract.route(subject.operation.id, subject.version);
  const exercised = subject && route && coverage.of(subject.operation.id, route);
  const outcome: Outcome =
    exercised === undefined || exercised.asked === 0 ? UNSEEN : { outcome: "observed", note: exercisedText(exercised) };
  return verdictOf(check, outcome, [], {});
}

/** How much the traffic covered, in routes with their parameters and members, and in requirements. */
export function coverageOf({ target, coverage }: Seen, verdicts: readonly Verdict[]): DoctorFinding {
  const rules = new Set(verdicts.map(({ requirement }) => requirement));
  const seen = new Set(verdicts.flatMap((one) => (one.outcome === "not-applicable" ? [] : [one.requirement])));
  const routes = subjectsOf(target, emptyWorld(target)).flatMap(({ operation, version }): readonly Exercised[] => {
    const route = target.contract.route(operation.id, version);
    return route === undefined ? [] : [coverage.of(operation.id, route)];
  });
  const text = `${exercisedInAll(routes)}; ${seen.size} of ${rules.size} rules were seen`;
  return { subject: "coverage", state: "ok", text };
}
