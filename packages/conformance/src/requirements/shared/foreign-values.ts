import type { JsonSchema, JsonType } from "@plumbline/schemas";

/*
 * Values that no reading turns into one of the listed type. Scalars that are written as other scalars ("5", 5, "true", 1)
 * are read by many servers, a lone item as a list of one, and a list without items as an object without members.
 */

/** A value that a member cannot have, in words that follow its name. */
export interface ForeignValue {
  readonly what: string;
  readonly value: unknown;
}

const WORD: ForeignValue = { what: "as a word", value: "plumbline" };
const NUMBER: ForeignValue = { what: "as a number", value: 5 };
const LIST: ForeignValue = { what: "as a list", value: [] };
const OBJECT: ForeignValue = { what: "as an object", value: {} };

/** One turn around each width: a server that keeps the lower bits alone takes the least value that is right. */
const TURNS: Readonly<Record<string, number>> = { int32: 2 ** 32, int64: 2 ** 64 };

function tooWide({ format = "", minimum = 1, maximum }: JsonSchema): readonly ForeignValue[] {
  const turn = TURNS[format];
  // Beyond a bound of its own it is the bound that is broken.
  if (turn === undefined || maximum !== undefined) return [];
  return [{ what: `${turn + minimum}, which is too wide`, value: turn + minimum }];
}

function fractionOf({ minimum = 1 }: JsonSchema): ForeignValue {
  return { what: `${minimum + 0.5}`, value: minimum + 0.5 };
}

const isScalar = (items: JsonSchema | undefined): boolean =>
  items === undefined || (items.type !== "object" && items.type !== "array");

/** An object in place of a list is no list of one when an item has members that it needs. */
const needsMembers = (items: JsonSchema | undefined): boolean =>
  isScalar(items) || (items?.required !== undefined && items.required.length > 0);

const quoting = (value: string): ForeignValue => ({ what: JSON.stringify(value), value });

/** Of a month, a day or an hour that there is none of. */
const DATES: readonly ForeignValue[] = ["2099-13-01T00:00:00Z", "2099-02-30T00:00:00Z", "2099-01-01T25:00:00Z"].map(
  (value) => quoting(value),
);

/** A word with all its letters in the case that its first one does not have. */
const inOtherCase = (word: string): string => (/^[a-z]/.test(word) ? word.toUpperCase() : word.toLowerCase());

/** One step away from a text of a form that is given: a lax server finds, or takes, what the right one says. */
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
 * What a member of one listed type cannot be; nothing where the type is open, or breaking it is no more than a SHOULD.
 * @param right what it can be
 */
export function foreignValues(schema: JsonSchema, right: unknown): readonly ForeignValue[] {
  const { type } = schema;
  if (typeof type !== "string" || schema.readOnly || schema["x-level"] !== undefined) return [];
  return ofType(type, schema, right);
}
