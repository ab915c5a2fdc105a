import type { JsonSchema } from "@plumbline/schemas";
import { preview } from "@plumbline/schemas/validate";
import type { BrokenKeyword } from "../certificate.ts";
import type { Edit } from "./edit.ts";

/** A place in a valid value, with the schema for it. */
export interface Spot {
  readonly schema: JsonSchema;
  readonly pointer: string;
  /** The valid value at the place; `undefined` for an optional member that is left out. */
  readonly value: unknown;
  /** The member is required, so null is not read as leaving it out. */
  readonly required: boolean;
}

/** One violation of one keyword at one spot. */
export interface Fault extends BrokenKeyword {
  readonly side: string;
  readonly limit: string;
  readonly edit: Edit;
  readonly also: readonly BrokenKeyword[];
}

/** All faults of one keyword at a spot; empty if the schema does not use the keyword. */
export type FaultRule = (spot: Spot) => readonly Fault[];

/** A fault that replaces the value of the spot. */
export function replaces(
  spot: Spot,
  keyword: keyof JsonSchema,
  side: string,
  value: unknown,
  also: readonly BrokenKeyword[] = [],
): Fault {
  const { pointer, schema } = spot;
  return { keyword, pointer, side, limit: limitOf(schema, keyword), edit: { kind: "set", pointer, value }, also };
}

/** The value of a keyword in the form that a certificate states. */
export const limitOf = (schema: JsonSchema, keyword: keyof JsonSchema): string => preview(schema[keyword], 60);

/** Whether a schema allows a type; false for schemas without a type. */
export const isOf = ({ type }: JsonSchema, wanted: string): boolean =>
  typeof type === "string" ? type === wanted : (type?.some((one) => one === wanted) ?? false);

/** The pattern as a further broken keyword, if the text does not match it. */
export function brokenPattern({ schema, pointer }: Spot, text: string): readonly BrokenKeyword[] {
  if (schema.pattern === undefined || new RegExp(schema.pattern, "u").test(text)) return [];
  return [{ keyword: "pattern", pointer }];
}
