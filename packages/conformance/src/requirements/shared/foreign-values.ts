import type { JsonSchema, JsonType } from "@plumbline/schemas";

/*
 * Values that no lenient server can read as the listed type. Many servers accept scalars that are written as other
 * scalars ("5", 5, "true", 1), a single item as a list of one, and an empty list as an object without members.
 */

/** A value that a member cannot have, with words that follow the member's name in a text. */
export interface ForeignValue {
  readonly what: string;
  readonly value: unknown;
}

const WORD: ForeignValue = { what: "as a word", value: "plumbline" };
const NUMBER: ForeignValue = { what: "as a number", value: 5 };
const LIST: ForeignValue = { what: "as a list", value: [] };
const OBJECT: ForeignValue = { what: "as an object", value: {} };

/**
 * The distance after which each width wraps around: a server that keeps only the lower bits reads the least valid
 * value.
 */
const TURNS: Readonly<Record<string, number>> = { int32: 2 ** 32, int64: 2 ** 64 };

function tooWide({ format = "", minimum = 1, maximum }: JsonSchema): readonly ForeignValue[] {
  const turn = TURNS[format];
  // With a maximum of its own, the value would violate the maximum and not the width.
  if (turn === undefined || maximum !== undefined) return [];
  return [{ what: `${turn + minimum}, which is too wide`, value: turn + minimum }];
}

function fractionOf({ minimum = 1 }: JsonSchema): ForeignValue {
  return { what: `${minimum + 0.5}`, value: minimum + 0.5 };
}

const isScalar = (items: JsonSchema | undefined): boolean =>
  items === undefined || (items.type !== "object" && items.type !== "array");

/** Whether an item needs members. If it does, an object in place of a list cannot be read as a list of one item. */
const needsMembers = (items: JsonSchema | undefined): boolean =>
  isScalar(items) || (items?.required !== undefined && items.required.length > 0);

const quoting = (value: string): ForeignValue => ({ what: JSON.stringify(value), value });

/** Dates with a month, day or hour that does not exist. */
const DATES: readonly ForeignValue[] = ["2099-13-01T00:00:00Z", "2099-02-30T00:00:00Z", "2099-01-01T25:00:00Z"].map(
  (value) => quoting(value),
);

/** The word in upper case if its first letter is lower case, otherwise in lower case. */
const inOtherCase = (word: string): string => (/^[a-z]/.test(word) ? word.toUpperCase() : word.toLowerCase());

/** Values one step away from a text with a stated form. A lax server finds the same record, or reads the same value. */
function misspelt({ enum: words, pattern, maxLength, minLength }: JsonSchema, right: unknown): readonly ForeignValue[] {
  const text = typeof right === "string" ? right : "";
  if (words !== undefined)
    return words.includes(inOtherCase(text)) ? [quoting(`${text}-`)] : [quoting(inOtherCase(text))];
  if (pattern === undefined) return [];
  const upper = text.toUpperCase();
  const near = [`${text}-`, ...(minLength === maxLength ? [`${text}0`, text.slice(0, -1), upper] : [])];
  return near.filter((one) => !new RegExp(pattern, "u").test(one)).map(quoting);
}

function ofType(type: JsonType, schema: JsonSchema, right: unknown): readonly ForeignValue[] {
  switch (type) {
    case "integer":
      return [...tooWide(schema), fractionOf(schema), WORD, LIST, OBJECT];
    case "number":
    case "boolean":
      return [WORD, LIST, OBJECT];
    case "string":
      return [...(schema.format === "date-time" ? DATES : []), ...misspelt(schema, right), OBJECT, LIST];
    case "object":
      return [WORD, NUMBER];
    case "array":
      return [...(isScalar(schema.items) ? [] : [WORD, NUMBER]), ...(needsMembers(schema.items) ? [OBJECT] : [])];
    case "null":
      return [];
    default:
      return type satisfies never;
  }
}

/**
 * Values that a member with one listed type cannot have. Returns none if the type is open, or if only a SHOULD forbids
 * them.
 * @param right a valid value
 */
export function foreignValues(schema: JsonSchema, right: unknown): readonly ForeignValue[] {
  const { type } = schema;
  if (typeof type !== "string" || schema.readOnly || schema["x-level"] !== undefined) return [];
  return ofType(type, schema, right);
}
