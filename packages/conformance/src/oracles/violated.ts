import type { Violation } from "@plumbline/schemas/validate";
import { isUndescribed } from "../ground/call.ts";
import { broken, decidedBy, type Judgement, upheld } from "../ground/judgement.ts";
import { succeeded, type WatchedExchange } from "../ground/watched-exchange.ts";
import { listIn } from "./envelope.ts";
import { receivedAt } from "./received-at.ts";

/**
 * A rule about the shape of successful answers: broken by the violations that `mine` picks. Each violation belongs to
 * one rule only, so that one fault of a target shows up once. Answers to what is open are looked at with `open` only.
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
 * The same for what stands in records: a list that holds none, and breaks nothing, says nothing about them. `recordsOf` finds
 * them where they stand in no list that every answer has.
 */
export const violatedInRecords =
  (mine: (violation: Violation) => boolean, recordsOf = shownRecords) =>
  (watched: WatchedExchange): Judgement | undefined => {
    const judgement = violated(mine)(watched);
    return judgement?.kind === "holds" && recordsOf(watched.answer.json).length === 0 ? undefined : judgement;
  };

const shownRecords = (json: unknown): readonly unknown[] => listIn(json) ?? [json];

/** Violations of type, presence or fixed value: what is left when ids, timestamps and containers have their own rules. */
export const ofShape = ({ keyword }: Violation): boolean =>
  !["pattern", "minLength", "maxLength", "format"].includes(keyword);

/** How deep a violation stands: 0 is the body itself. */
export const depthOf = ({ pointer }: Violation): number => (pointer === "" ? 0 : pointer.split("/").length - 1);

/** What stands in a list where a record should. */
export const isNoRecord = ({ pointer, keyword }: Violation): boolean =>
  keyword === "type" && /^\/results\/\d+$/.test(pointer);
