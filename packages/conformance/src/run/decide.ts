import type { Deciding, Level, Outcome } from "@plumbline/report";
import { isMild, type Judgement } from "../ground/judgement.ts";
import type { Check } from "../plan/check.ts";
import type { WatchCount } from "./watch-counts.ts";

/** A case with its judgement. */
export interface Decided {
  readonly name: string;
  readonly level: Level;
  readonly judgement: Judgement;
}

/**
 * Derives the outcome of a check from its cases: a broken MUST comes before a broken SHOULD, which comes before an
 * inconclusive case. Pure.
 */
export function decide(all: readonly Decided[], left: readonly string[], mock: boolean): Outcome {
  const decided = all.filter((one) => one.judgement.kind !== "not-applicable").map(lowered);
  const [first] = all;
  if (decided.length === 0 && first?.judgement.kind === "not-applicable")
    return { outcome: "not-applicable", reason: first.judgement.reason };
  const broken = decided.filter((one) => one.judgement.kind === "broken");
  const must = broken.filter((one) => one.level === "MUST");
  if (must.length > 0) return blame("fail", must);
  const should = broken.filter((one) => one.level === "SHOULD");
  const inconclusive = decided.flatMap((one) => (one.judgement.kind === "inconclusive" ? [one.judgement.reason] : []));
  if (should.length > 0) return blame("warn", should);
  if (inconclusive.length > 0) return { outcome: "could-not-run", reason: summary(inconclusive) };
  const nothingToAsk = decided.flatMap((one) =>
    one.judgement.kind === "nothing-to-ask" ? [one.judgement.reason] : [],
  );
  if (nothingToAsk.length > 0 && left.length === 0) return { outcome: "not-applicable", reason: summary(nothingToAsk) };
  const notes = decided.flatMap((one) => {
    if (one.judgement.kind === "observed") return [one.judgement.note];
    return one.judgement.kind === "broken" ? [`${one.name}: ${one.judgement.received}`] : [];
  });
  if (notes.length > 0) return { outcome: "observed", note: notes.join("; ") };
  if (left.length > 0 && !mock) {
    return {
      outcome: "could-not-run",
      reason: `${decided.length} cases hold, ${left.length} could not run: ${summary(left)}`,
    };
  }
  return { outcome: "pass" };
}

/** Lowers a mild judgement to SHOULD, because a part of a rule may weigh less than the rule. */
const lowered = (one: Decided): Decided =>
  one.level === "MUST" && isMild(one.judgement) ? { ...one, level: "SHOULD" } : one;

function blame(outcome: "fail" | "warn", broken: readonly Decided[]): Outcome {
  const first = broken[0]?.judgement;
  if (first?.kind !== "broken") return { outcome: "harness-error", message: "a failed case without a judgement" };
  const others = broken.slice(1).map((one) => one.name);
  const more = others.length === 0 ? "" : ` (the same check also fails for: ${others.join(", ")})`;
  return { outcome, expected: first.expected, received: first.received + more, ...decidingIn(first) };
}

/** The deciding exchange and place, if they are known. */
function decidingIn(judgement: Judgement): { readonly deciding?: Deciding } {
  const { exchange, ...rest } = judgement.kind === "broken" ? (judgement.deciding ?? {}) : {};
  return exchange === undefined ? {} : { deciding: { exchange, ...rest } };
}

function summary(reasons: readonly string[]): string {
  const [first = "no reason given", ...rest] = [...new Set(reasons)];
  return rest.length === 0 ? first : `${first} (and ${rest.length} more)`;
}

/** The outcome of an invariant; `undefined` if no answer concerned it. */
export function decideWatch(
  { requirement }: Pick<Check, "requirement">,
  count: WatchCount | undefined,
): Outcome | undefined {
  if (count === undefined || count.seen === 0) return undefined;
  if (requirement.kind === "silent") return { outcome: "observed", note: [...count.notes.keys()].sort().join("; ") };
  const judgement = count.first?.judgement;
  if (judgement === undefined) return { outcome: "pass" };
  if (judgement.kind === "broken") {
    const received =
      count.broken > 1 ? `${judgement.received} (${count.broken} of ${count.seen} answers)` : judgement.received;
    const { level } = requirement;
    switch (level === "MUST" && isMild(judgement) ? "SHOULD" : level) {
      case "MUST":
        return { outcome: "fail", expected: judgement.expected, received, ...decidingIn(judgement) };
      case "SHOULD":
        return { outcome: "warn", expected: judgement.expected, received, ...decidingIn(judgement) };
      case "MAY":
      case "UNSPECIFIED":
        return { outcome: "observed", note: received };
    }
  }
  return judgement.kind === "observed"
    ? { outcome: "observed", note: judgement.note }
    : {
        outcome: "could-not-run",
        reason: judgement.kind === "inconclusive" ? judgement.reason : "nothing was decided",
      };
}
