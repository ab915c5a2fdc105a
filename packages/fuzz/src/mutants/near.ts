import type { JsonSchema } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import { asMisses, wide } from "../lexical/misses.ts";
import { below, edited } from "./edit.ts";
import { type Fault, type FaultRule, isOf, limitOf, replaces, type Spot } from "./fault.ts";
import { faultsIn, type LevelledFault } from "./faults.ts";
import { typeFaults } from "./type.ts";
import { validText } from "./valid-text.ts";

/** A body that is nearly right in several places at once, in the same way in each. */
export interface Miss {
  readonly side: string;
  readonly faults: readonly LevelledFault[];
  /** The text that is sent. */
  readonly text: string;
}

const validator = createValidator();

/**
 * Near misses that the description rules out, in every place of a body where they are possible. The faults list
 * everything that the text breaks, so each place alone is a reason for refusal.
 */
export const statedMisses = (schema: JsonSchema, base: unknown, isLeft: (value: unknown) => boolean): readonly Miss[] =>
  missesBy(STATED, schema, base, isLeft, "MUST").filter(({ faults, text }) => {
    const broken = new Set(validator.violations(schema, JSON.parse(text)).map(({ pointer }) => pointer));
    return faults.every(({ pointer }) => broken.has(pointer));
  });

/** Near misses that some servers accept and others refuse. */
export const openMisses = (schema: JsonSchema, base: unknown, isLeft: (value: unknown) => boolean): readonly Miss[] =>
  missesBy(OPEN, schema, base, isLeft);

/** `isLeft` selects the values that must not change. */
function missesBy(
  rules: readonly FaultRule[],
  schema: JsonSchema,
  base: unknown,
  isLeft: (value: unknown) => boolean,
  level?: LevelledFault["level"],
): readonly Miss[] {
  const kept: readonly FaultRule[] = rules.map((rule) => (spot) => (isLeft(spot.value) ? [] : rule(spot)));
  const bySide = new Map<string, LevelledFault[]>();
  const found = faultsIn(schema, base, kept).filter((fault) => level === undefined || fault.level === level);
  for (const fault of found) bySide.set(fault.side, [...(bySide.get(fault.side) ?? []), fault]);
  return [...bySide].flatMap(([side, faults]) =>
    apart(faults).map((some, depth) => ({
      side: depth === 0 ? side : `${side}, ${depth} further in`,
      faults: some,
      text: written(some.reduce((value, { edit }) => edited(value, edit), base)),
    })),
  );
}

/** Deeper places are similar to those above. */
const DEEPEST = 4;

/** Splits faults into groups in which no fault is inside the place of another. */
function apart(faults: readonly LevelledFault[]): readonly (readonly LevelledFault[])[] {
  const levels: LevelledFault[][] = [];
  for (const fault of faults) {
    const free = levels.find((level) => level.every((other) => !isWithin(fault, other) && !isWithin(other, fault)));
    if (free === undefined) levels.push([fault]);
    else free.push(fault);
  }
  return levels.slice(0, DEEPEST);
}

const isWithin = (one: Fault, other: Fault): boolean => `${one.edit.pointer}/`.startsWith(`${other.edit.pointer}/`);

/** Placeholder for a number in a notation that JSON.stringify does not use. */
const numeral = (text: string): string => `\u0000${text}`;
const written = (value: unknown): string => JSON.stringify(value).replaceAll(/"\\u0000([^"]*)"/g, "$1");

/** The words of an enum, except for tags of alternatives. */
const wordsOf = ({ enum: words }: JsonSchema): readonly string[] =>
  words?.filter((one) => typeof one === "string") ?? [];
const isFixed = ({ minLength, maxLength }: JsonSchema): boolean => minLength !== undefined && minLength === maxLength;

const EXAMPLES: Readonly<Record<string, string>> = {
  "date-time": "2099-12-31T23:59:59Z",
  email: "plumbline@example.com",
};

/**
 * For sets the description leaves open whether blanks, letter case and widths matter; a pattern decides that itself.
 */
const isStated = (side: string): boolean => /hyphen|dot|underscore|beyond ASCII|higher plane/.test(side);

function textMisses(spot: Spot): readonly Fault[] {
  const { schema } = spot;
  const words = wordsOf(schema);
  if (words.length > 0) return asMisses(validText(spot)).map(([side, text]) => replaces(spot, "enum", side, text));
  if (!isOf(schema, "string")) return [];
  if (schema.pattern !== undefined) {
    const expression = new RegExp(schema.pattern, "u");
    return asMisses(validText(spot), isFixed(schema))
      .filter(([, text]) => !expression.test(text))
      .map(([side, text]) => replaces(spot, "pattern", side, text));
  }
  const right = EXAMPLES[schema.format ?? ""];
  return right === undefined ? [] : asMisses(right).map(([side, text]) => replaces(spot, "format", side, text));
}

/** Near misses of a tag that selects an alternative. */
function tagMisses({ schema, pointer, value }: Spot): readonly Fault[] {
  const tag = schema.discriminator?.propertyName;
  const word = tag === undefined ? undefined : Object(value)[tag];
  if (tag === undefined || typeof word !== "string") return [];
  return asMisses(word).map(([side, text]) => ({
    keyword: "discriminator",
    pointer,
    side,
    limit: limitOf(schema, "discriminator"),
    edit: { kind: "set", pointer: below(pointer, tag), value: text },
    also: [],
  }));
}

/** Alternative spellings of dates and addresses. */
const SPELLINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "date-time": {
    "a date alone": "2099-12-31",
    "a time without a zone": "2099-12-31T23:59:59",
    "a space for T": "2099-12-31 23:59:59Z",
    "an offset": "2099-12-31T23:59:59+02:00",
    "second 60": "2098-12-31T23:59:60Z",
    "hour 24": "2099-12-31T24:00:00Z",
    "29 February": "2096-02-29T12:00:00Z",
    "a fraction of a second": "2099-12-31T23:59:59.999Z",
    "no text": "",
  },
  email: {
    "nothing before @": "@example.com",
    "two dots": "plumb..line@example.com",
    "a plus sign": "plumb+line@example.com",
    "no text": "",
  },
};
const spellings: FaultRule = (spot) =>
  Object.entries(SPELLINGS[spot.schema.format ?? ""] ?? {}).map(([side, text]) => replaces(spot, "format", side, text));

const WIDEST: Readonly<Record<string, number>> = { int32: 2 ** 31 - 1, int64: Number.MAX_SAFE_INTEGER };

/** Numbers and booleans in other notations, or values that stand for them. */
const otherwise: FaultRule = (spot) => {
  const { schema } = spot;
  const as = (side: string, value: unknown): Fault => replaces(spot, "type", side, value);
  const number = typeof spot.value === "number" ? spot.value : (schema.minimum ?? schema.maximum ?? 1);
  const empty = spot.required ? [] : [as("null", null)];
  if (isOf(schema, "integer") && wordsOf(schema).length === 0)
    return [
      as("a number as text", String(number)),
      as("full-width digits as text", wide(String(number))),
      as("an exponent", numeral(`${number}e0`)),
      as("a point and a zero", numeral(`${number}.0`)),
      as("a truth value", true),
      ...(schema.maximum === undefined ? [as("the widest number", WIDEST[schema.format ?? "int32"])] : []),
      ...empty,
    ];
  if (isOf(schema, "number")) return [as("a number as text", String(number)), as("a truth value", true), ...empty];
  if (isOf(schema, "boolean")) return [as("a truth value as text", "true"), as("a number", 1), ...empty];
  if (isOf(schema, "string")) return [as("a number", 5), as("a truth value", true), ...empty];
  return isOf(schema, "array") || isOf(schema, "object")
    ? [
        as("a truth value", true),
        as("a number", 5),
        as("a word", "plumbline"),
        ...(isOf(schema, "array") ? [as("an object", {})] : []),
        ...empty,
      ]
    : [];
};

/** Near misses of words in sets that the contract knows but does not close. */
const knownWords: FaultRule = (spot) => {
  const [word] = spot.schema["x-known-values"] ?? [];
  if (word === undefined) return [];
  const cased = word === word.toLowerCase() ? word.toUpperCase() : word.toLowerCase();
  return [
    replaces(spot, "x-known-values", "another letter case", cased),
    replaces(spot, "x-known-values", "an unknown word", "PLUMBLINE_NO_SUCH_VALUE"),
  ];
};

const misses = (spot: Spot): readonly Fault[] => [...textMisses(spot), ...tagMisses(spot)];
/**
 * Only patterns and stated sides count: date parsers skip leading words, and addresses may contain letters of all
 * scripts.
 */
const isRuledOut = ({ keyword, side }: Fault): boolean =>
  keyword === "pattern" || (keyword !== "format" && isStated(side));
/** Only below the top level: a body that is not an object shows nothing about its members. */
const foreign: FaultRule = (spot) => (spot.pointer === "" ? [] : typeFaults(spot));
const STATED: readonly FaultRule[] = [(spot) => misses(spot).filter(isRuledOut), foreign];
const OPEN: readonly FaultRule[] = [
  (spot) => misses(spot).filter((fault) => !isRuledOut(fault)),
  spellings,
  otherwise,
  knownWords,
];
