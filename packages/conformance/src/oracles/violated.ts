import type { Violation } from "@plumbline/schemas/validate";
import { broken, holds, type Judgement } from "../judgement.ts";
import { type Sight, succeeded } from "../sight.ts";

/**
 * A rule about the shape of successful answers: broken by the violations that `mine` picks. Each violation belongs to
 * one rule only, so that one fault of a target shows up once.
 */
export const violated =
  (mine: (violation: Violation) => boolean) =>
  (sight: Sight): Judgement | undefined => {
    if (!succeeded(sight.answer) || sight.call.open || sight.answer.body === "") return undefined;
    if (!("schema" in sight.operation.result)) return undefined;
    const first = sight.violations.find(mine);
    if (first === undefined) return holds;
    const rest =
      sight.moreViolations === 0 ? "" : `; ${sight.violations.length - 1 + sight.moreViolations} more violations`;
    return broken(`${first.expected} at ${first.pointer || "the top"}`, `${first.received}${rest}`);
  };

/** Violations of type, presence or fixed value: what is left when ids, timestamps and containers have their own rules. */
export const ofShape = ({ keyword }: Violation): boolean =>
  !["pattern", "minLength", "maxLength", "format"].includes(keyword);

/** How deep a violation stands: 0 is the body itself. */
export const depthOf = ({ pointer }: Violation): number => (pointer === "" ? 0 : pointer.split("/").length - 1);
