import type { JsonSchema } from "@plumbline/schemas";
import { preview } from "@plumbline/schemas/validate";
import type { BrokenKeyword } from "../certificate.ts";
import type { Edit } from "./edit.ts";

/** A place in a valid value, with the schema that governs it. */
export interface Spot {
  readonly schema: JsonSchema;
  readonly pointer: string;
  /** What stands there in the valid value; `undefined` where an optional member is left out. */
  readonly value: unknown;
  /** Leaving it out would break `required`, so null is no other way of leaving it out. */
  readonly required: boolean;
}

/** One way to break one keyword at one spot. */
export interface Fault extends BrokenKeyword {
  readonly side: string;
  readonly limit: string;
  readonly edit: Edit;
  readonly also: readonly BrokenKeyword[];
}

/** Every fault that a rule of one keyword knows at a spot; none when the schema does not use the keyword. */
export type FaultRule = (spot: Spot) => readonly Fault[];

/** A fault that puts another value in the spot's place. */
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

/** The value of a keyword, as a certificate names it. */
export const limitOf = (schema: JsonSchema, keyword: keyof JsonSchema): string => preview(schema[keyword], 60);

/** Whether a schema's values are of a type; schemas without a type are of none. */
export const isOf = ({ type }: JsonSchema, wanted: string): boolean =>
  typeof type === "string" ? type === wanted : (type?.some((one) => one === wanted) ?? false);

/** The pattern, when a text of another length cannot keep it either. */
export function brokenPattern({ schema, pointer }: Spot, text: string): readonly BrokenKeyword[] {
  if (schema.pattern === undefined || new RegExp(schema.pattern, "u").test(text)) return [];
  return [{ keyword: "pattern", pointer }];
}
