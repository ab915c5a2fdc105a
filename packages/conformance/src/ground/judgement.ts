import type { Exchange } from "@plumbline/client";
import type { Deciding } from "@plumbline/report";

/** The answer to one question about the target. */
export type Judgement =
  | { readonly kind: "holds" }
  /** `level` is set if the failure weighs less than the rule itself. */
  | {
      readonly kind: "broken";
      readonly expected: string;
      readonly received: string;
      readonly level?: "SHOULD";
      /** The evidence, as far as the judging function knows it. */
      readonly deciding?: Partial<Deciding>;
    }
  | { readonly kind: "observed"; readonly note: string }
  /** Something that the question needs is missing. This never counts as a pass. */
  | { readonly kind: "inconclusive"; readonly reason: string }
  /** The question has no subject in this operation; another operation answers it. */
  | { readonly kind: "nothing-to-ask"; readonly reason: string }
  /** The target does not offer what the question is about, so its answer says nothing about the target. */
  | { readonly kind: "not-applicable"; readonly reason: string };

/** The only judgement that counts as a pass. */
export const upheld: Judgement = { kind: "holds" };
/** A failure; both texts go into the report, so the caller quotes the target with `quoted` or `quotedText`. */
export const broken = (expected: string, received: string): Judgement => ({ kind: "broken", expected, received });
/** Lowers a failure to a SHOULD, no matter which level its rule has. */
export const mild = (judgement: Judgement): Judgement =>
  judgement.kind === "broken" ? { ...judgement, level: "SHOULD" } : judgement;
/** True for a failure that counts as a broken SHOULD even if the requirement is a MUST. */
export const isMild = (judgement: Judgement): boolean => judgement.kind === "broken" && judgement.level === "SHOULD";
/**
 * Adds to a failure the part of the answer that decided (`status`, `header NAME` or a JSON pointer), and the exchange.
 */
export function decidedBy(judgement: Judgement, where: string | undefined, exchange?: Pick<Exchange, "id">): Judgement {
  if (judgement.kind !== "broken" || (where === undefined && exchange === undefined)) return judgement;
  const known = { ...(where !== undefined && { where }), ...(exchange && { exchange: exchange.id }) };
  return { ...judgement, deciding: { ...known, ...judgement.deciding } };
}
/**
 * The result at a point that the description leaves open: the note says how the target behaves, and nothing can fail.
 */
export const observed = (note: string): Judgement => ({ kind: "observed", note });
/** The operation cannot show the rule at all; the reason says why. */
export const nothingToAsk = (reason: string): Judgement => ({ kind: "nothing-to-ask", reason });
/** A precondition is missing; the reason says which, and if possible how the user can provide it. */
export const inconclusive = (reason: string): Judgement => ({ kind: "inconclusive", reason });
/** The target does not offer the subject of the rule; the reason says how the run recognised that. */
export const notApplicable = (reason: string): Judgement => ({ kind: "not-applicable", reason });

/** `upheld` if the condition holds, otherwise broken with both values and the deciding part of the answer. */
export const expects = (
  condition: boolean,
  expected: string,
  received: string | (() => string),
  where?: string,
): Judgement =>
  condition ? upheld : decidedBy(broken(expected, typeof received === "string" ? received : received()), where);

/** The first failure, otherwise the first inconclusive judgement, otherwise a pass. */
export const firstBroken = (judgements: readonly Judgement[]): Judgement =>
  judgements.find((one) => one.kind === "broken") ?? judgements.find((one) => one.kind === "inconclusive") ?? upheld;
