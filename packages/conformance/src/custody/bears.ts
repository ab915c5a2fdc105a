import type { Contract } from "@plumbline/schemas";
import { fieldsOf, member } from "../ground/json.ts";
import type { Makes } from "../writes/write.ts";
import type { MadeEntry } from "./entry.ts";

/**
 * Whether a record that a read shows is the one that was asked for: it bears the mark, or, where the request had none, or its
 * answers may hide it, the texts that were sent. Pure.
 */
export function bears(
  { effect, marked, sent }: Pick<MadeEntry, "effect" | "marked" | "sent">,
  record: unknown,
  mark: string,
  contract: Contract,
): boolean {
  const isHidden = effect.mayHideTexts === true && textsOf(effect, record, contract).length === 0;
  if (marked && !isHidden) return bearsMark(effect, record, mark, contract);
  // A name that the user wants used, or a body of the user's own, or one that should have been refused: what of it the
  // record shows must be as it was sent.
  const shown = Object.entries(fieldsOf(sent)).filter(
    ([name, value]) => typeof value === "string" && member(record, name) !== undefined,
  );
  return (!marked || shown.length > 0) && shown.every(([name, value]) => member(record, name) === value);
}

/** Whether one of the texts of a record, or of the body that makes one, holds the mark. */
export const bearsMark = (effect: Makes, record: unknown, mark: string, contract: Contract): boolean =>
  textsOf(effect, record, contract).some((text) => text.includes(mark));

const textsOf = ({ texts }: Makes, record: unknown, contract: Contract): readonly string[] =>
  (texts?.(record, contract) ?? []).filter((text) => typeof text === "string");

/** The record of an answer, whether or not an envelope is around it, known by the member that holds its id. */
export const recordOf = (json: unknown, idName: string): unknown =>
  member(json, idName) === undefined && member(json, "content") !== undefined ? member(json, "content") : json;
