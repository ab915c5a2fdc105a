import type { Violation } from "@plumbline/schemas/validate";
import { isUndescribed } from "../ground/call.ts";
import { broken, decidedBy, type Judgement, upheld } from "../ground/judgement.ts";
import { succeeded, type WatchedExchange } from "../ground/watched-exchange.ts";
import { listIn } from "./envelope.ts";
import { receivedAt } from "./received-at.ts";

/**
 * Creates a rule about the form of successful answers: the violations that `mine` selects break it. Each violation
 * belongs to one rule, so that one fault of a target appears once. The rule examines answers to requests that the
 * description leaves open only with `open`.
 */
export const violated =
  (mine: (violation: Violation) => boolean, { open = false } = {}) =>
  (watched: WatchedExchange): Judgement | undefined => {
    if (!succeeded(watched.answer) || (isUndescribed(watched.call) && !open) || watched.answer.body === "")
      return undefined;
    if (!("schema" in watched.operation.result)) return undefined;
    const first = watched.violations.find(mine);
    if (first === undefined) return upheld;
    const rest =
      watched.moreViolations === 0 ? "" : `; ${watched.violations.length - 1 + watched.moreViolations} more violations`;
    const judgement = broken(
      `${first.expected} at ${first.pointer || "the top"}`,
      `${receivedAt(watched.answer.json, first)}${rest}`,
    );
    return decidedBy(judgement, first.pointer);
  };

/**
 * The same for the contents of records: a valid list without records does not decide the rule. `recordsOf` finds the
 * records if they are not in one of the usual lists.
 */
export const violatedInRecords =
  (mine: (violation: Violation) => boolean, recordsOf = shownRecords) =>
  (watched: WatchedExchange): Judgement | undefined => {
    const judgement = violated(mine)(watched);
    return judgement?.kind === "holds" && recordsOf(watched.answer.json).length === 0 ? undefined : judgement;
  };

const shownRecords = (json: unknown): readonly unknown[] => listIn(json) ?? [json];

/** Violations of type, presence or fixed value; ids, timestamps and containers have their own rules. */
export const ofShape = ({ keyword }: Violation): boolean =>
  !["pattern", "minLength", "maxLength", "format"].includes(keyword);

/** The depth of a violation; 0 is the body itself. */
export const depthOf = ({ pointer }: Violation): number => (pointer === "" ? 0 : pointer.split("/").length - 1);

/** Whether a list has something else in the place of a record. */
export const isNoRecord = ({ pointer, keyword }: Violation): boolean =>
  keyword === "type" && /^\/results\/\d+$/.test(pointer);
