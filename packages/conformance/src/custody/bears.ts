import type { Contract } from "@plumbline/schemas";
import { fieldsOf, member } from "../ground/json.ts";
import type { Makes } from "../writes/write.ts";
import type { MadeEntry } from "./entry.ts";

/**
 * Whether a record that a read shows is the requested one: it bears the mark. If the request had no mark, or its
 * answers may hide the mark, the record must show the texts that were sent. Pure.
 */
export function bears(
  { effect, marked, sent }: Pick<MadeEntry, "effect" | "marked" | "sent">,
  record: unknown,
  mark: string,
  contract: Contract,
): boolean {
  const isHidden = effect.mayHideTexts === true && textsOf(effect, record, contract).length === 0;
  if (marked && !isHidden) return bearsMark(effect, record, mark, contract);
  // The body has no mark if the user chose the name or the whole body, or if the target should have refused it. Then
  // every sent text that the record shows must be unchanged.
  const shown = Object.entries(fieldsOf(sent)).filter(
    ([name, value]) => typeof value === "string" && member(record, name) !== undefined,
  );
  return (!marked || shown.length > 0) && shown.every(([name, value]) => member(record, name) === value);
}

/** Whether one of the texts of a record, or of the body that makes it, holds the mark. */
export const bearsMark = (effect: Makes, record: unknown, mark: string, contract: Contract): boolean =>
  textsOf(effect, record, contract).some((text) => text.includes(mark));

const textsOf = ({ texts }: Makes, record: unknown, contract: Contract): readonly string[] =>
  (texts?.(record, contract) ?? []).filter((text) => typeof text === "string");

/** The record of an answer, with or without an envelope; the member with its id identifies the record. */
export const recordOf = (json: unknown, idName: string): unknown =>
  member(json, idName) === undefined && member(json, "content") !== undefined ? member(json, "content") : json;
