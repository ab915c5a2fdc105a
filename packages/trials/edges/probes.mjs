// Probes of a value, by keyword and side: `is` tells whether a schema has the side, `shows` whether a value is on it.
import { OF_FORMATS, OF_PARAMETERS, PLANES } from "./forms.mjs";
import { isSet, isTaken, isText, numeralOf, rightOf, rulerOf, typesOf } from "./texts.mjs";

const isWire = (place) => !place.startsWith("body");
const has = (keyword) => (schema) => schema[keyword] !== undefined;
const probe = (kind) => (keyword, side, is, shows) => ({ kind, keyword, side, is, shows });
const [edge, beyond, near] = [probe("edge"), probe("beyond"), probe("near")];

/* Lengths, in characters. */
const isFlat = (schema) => has("maxLength")(schema) && rulerOf(schema) === undefined;
/** With an empty segment, a path would not have the parameter. */
const hasLess = ({ minLength }, place) => minLength > (place.startsWith("path") ? 1 : 0);
const over = (keyword, sign) => (schema, value) => isText(value) && sign([...value].length - schema[keyword]);
const [most, oneOver] = [over("maxLength", (by) => by === 0), over("maxLength", (by) => by === 1)];
const least = over("minLength", (by) => by === 0);
const lengths = [
  edge("maxLength", "at", has("maxLength"), (schema, value) => most(schema, value) && isTaken(schema, value)),
  beyond("maxLength", "1 over", has("maxLength"), oneOver),
  near(
    "maxLength",
    "far over",
    has("maxLength"),
    over("maxLength", (by) => by > 1),
  ),
  edge("minLength", "at", has("minLength"), (schema, value) => least(schema, value) && isTaken(schema, value)),
  beyond(
    "minLength",
    "1 under",
    hasLess,
    over("minLength", (by) => by === -1),
  ),
  ...Object.entries(PLANES).flatMap(([plane, letters]) => [
    edge("maxLength", `at, in ${plane}`, isFlat, (schema, value) => most(schema, value) && letters.test(value)),
    beyond(
      "maxLength",
      `1 over, in ${plane}`,
      isFlat,
      (schema, value) => oneOver(schema, value) && letters.test(value),
    ),
  ]),
];

/*
 * Bounds of numbers and of lists. Only an explicit bound guarantees that servers accept a number exactly at the width.
 */
const WIDTHS = { int32: [-(2 ** 31), 2 ** 31 - 1], int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] };
const against = (limit, sign) => (schema, value, place) => {
  const number = isWire(place) && /^-?\d+$/.test(value) ? Number(value) : value;
  return typeof number === "number" && sign(number - limit(schema));
};
const bound = (keyword, sign) => against((schema) => schema[keyword], sign);
const width = (at, sign) => against(({ format }) => WIDTHS[format][at], sign);
const counted = (keyword, by) => (schema, value) => Array.isArray(value) && value.length - schema[keyword] === by;
const isWideAbove = ({ format, maximum }) => format in WIDTHS && maximum === undefined;
const isWideBelow = ({ format, minimum }) => format in WIDTHS && minimum === undefined;
const bounds = [
  edge(
    "minimum",
    "at",
    has("minimum"),
    bound("minimum", (by) => by === 0),
  ),
  beyond(
    "minimum",
    "1 under",
    has("minimum"),
    bound("minimum", (by) => by < 0 && by >= -1),
  ),
  near(
    "minimum",
    "far under",
    has("minimum"),
    bound("minimum", (by) => by < -1),
  ),
  edge(
    "maximum",
    "at",
    has("maximum"),
    bound("maximum", (by) => by === 0),
  ),
  beyond(
    "maximum",
    "1 over",
    has("maximum"),
    bound("maximum", (by) => by > 0 && by <= 1),
  ),
  near(
    "maximum",
    "far over",
    has("maximum"),
    bound("maximum", (by) => by > 1),
  ),
  edge("minItems", "at", has("minItems"), counted("minItems", 0)),
  beyond("minItems", "1 under", has("minItems"), counted("minItems", -1)),
  edge("maxItems", "at", has("maxItems"), counted("maxItems", 0)),
  beyond("maxItems", "1 over", has("maxItems"), counted("maxItems", 1)),
  near(
    "format",
    "widest above",
    isWideAbove,
    width(1, (by) => by === 0),
  ),
  beyond(
    "format",
    "too wide above",
    isWideAbove,
    width(1, (by) => by > 0),
  ),
  near(
    "format",
    "widest below",
    isWideBelow,
    width(0, (by) => by === 0),
  ),
  beyond(
    "format",
    "too wide below",
    isWideBelow,
    width(0, (by) => by < 0),
  ),
];

/* Patterns, formats and sets of values: valid, invalid and nearly valid texts. */
const CHARACTERS = { hyphen: "-", dot: ".", underscore: "_", space: " ", "line break": "\n" };
const isWrong = (schema, value) => isText(value) && !isTaken(schema, value);
const swapped = (text) => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase());
const wide = (text) => text.replace(/[0-9A-Za-z]/g, (one) => String.fromCodePoint(one.codePointAt(0) + 0xfee0));
const differsInCase = (schema, value) =>
  isSet(schema)
    ? schema.enum.some((one) => one.toLowerCase() === value.toLowerCase())
    : [value.toLowerCase(), value.toUpperCase()].some((other) => isTaken(schema, other));
const ruled = ["enum", "pattern", "format"].flatMap((keyword) => {
  const is = (schema) => rulerOf(schema) === keyword;
  /** Counts only where the changed text is invalid. */
  const miss = (side, change, shows) =>
    near(
      keyword,
      side,
      (schema) => is(schema) && rightOf(schema).some((text) => !isTaken(schema, change(text))),
      (schema, value) => isWrong(schema, value) && shows(value, schema),
    );
  return [
    ...(keyword === "enum"
      ? []
      : [edge(keyword, "kept", is, (schema, value) => isText(value) && isTaken(schema, value))]),
    beyond(keyword, "broken", is, isWrong),
    ...Object.entries(CHARACTERS).flatMap(([name, one]) => [
      miss(
        `${name} before`,
        (text) => one + text,
        (value) => value.startsWith(one),
      ),
      miss(
        `${name} after`,
        (text) => text + one,
        (value) => value.endsWith(one),
      ),
    ]),
    miss("another letter case", swapped, (value, schema) => differsInCase(schema, value)),
    miss("full-width characters", wide, (value) => /[\uff10-\uff5a]/.test(value)),
    miss(
      "a letter beyond ASCII",
      (text) => `\u00e9${text}`,
      (value) => /[\u0080-\uff0f\uff5b-\uffff]/.test(value),
    ),
    miss(
      "a higher plane",
      (text) => `\u{1f600}${text}`,
      (value) => /[\u{10000}-\u{10ffff}]/u.test(value),
    ),
  ];
});
const isLonger = ({ enum: words }, value) =>
  isText(value) && words.some((word) => value.length > word.length && value.startsWith(word));
const alike = ({ "x-known-values": words }, value) => words.some((word) => word.toLowerCase() === value.toLowerCase());
const sets = [
  near("enum", "a value with more letters", isSet, isLonger),
  near(
    "x-known-values",
    "an unknown word",
    has("x-known-values"),
    (schema, value) => isText(value) && value !== "" && !alike(schema, value),
  ),
  near(
    "x-known-values",
    "another letter case",
    has("x-known-values"),
    (schema, value) => isText(value) && !schema["x-known-values"].includes(value) && alike(schema, value),
  ),
];
const formats = Object.entries(OF_FORMATS).flatMap(([format, forms]) =>
  Object.entries(forms).map(([side, form]) =>
    near(
      "format",
      side,
      (schema) => rulerOf(schema) === "format" && schema.format === format,
      (_schema, value) => isText(value) && form.test(value),
    ),
  ),
);

/* Types: in a body a value of another type, in a parameter another notation. Some servers convert between scalars. */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const FOREIGN = {
  "a word": (value) => isText(value) && !/^\s*[-+\d\uff10-\uff19]|^\s*(true|false)\s*$/i.test(value),
  "an object": isObject,
  "a list": Array.isArray,
  null: (value) => value === null,
  "a number": (value) => typeof value === "number",
  "a truth value": (value) => typeof value === "boolean",
};
/** Values after the bar are left open by the description. */
const FOREIGN_TO = {
  integer: ["a word", "an object", "a list", "|", "null", "a truth value"],
  number: ["a word", "an object", "a list", "|", "null", "a truth value"],
  boolean: ["a word", "an object", "a list", "|", "null", "a number"],
  string: ["an object", "a list", "|", "null", "a number", "a truth value"],
  object: ["a word", "a list", "a number", "a truth value", "|", "null"],
  array: ["|", "a word", "an object", "a number", "a truth value", "null"],
};
const isOnly = (type) => (schema, place) => !isWire(place) && typesOf(schema).join() === type;
const isWritten = (form) => (_schema, value) => form.test(numeralOf(value));
const isTextOf = (form) => (_schema, value) => isText(value) && form.test(value);
const types = [
  ...Object.entries(FOREIGN_TO).flatMap(([type, others]) =>
    others
      .filter((name) => name !== "|")
      .map((name) =>
        (others.indexOf(name) < others.indexOf("|") ? beyond : near)(
          "type",
          `${name} for ${type}`,
          isOnly(type),
          (_schema, value) => FOREIGN[name](value),
        ),
      ),
  ),
  ...["true", "false"].map((word) =>
    edge(
      "type",
      word,
      (schema) => typesOf(schema).includes("boolean"),
      (_schema, value, place) => value === (isWire(place) ? word : word === "true"),
    ),
  ),
  near("type", "a truth value as text", isOnly("boolean"), isTextOf(/^(true|false)$/)),
  near("type", "a number as text", isOnly("number"), isTextOf(/^-?\d+(\.\d+)?$/)),
  near("type", "an integer as text", isOnly("integer"), isTextOf(/^-?\d+$/)),
  near("type", "full-width digits as text", isOnly("integer"), isTextOf(/^[\uff10-\uff19]+$/)),
  near("type", "an exponent", isOnly("integer"), isWritten(/e/i)),
  near("type", "a point and a zero", isOnly("integer"), isWritten(/^-?\d+\.0+$/)),
  beyond(
    "type",
    "a fraction",
    isOnly("integer"),
    (_schema, value) => typeof value === "number" && !Number.isInteger(value),
  ),
  ...Object.entries(OF_PARAMETERS).flatMap(([type, forms]) =>
    Object.entries(forms).map(([side, [kind, form]]) =>
      probe(kind)(
        "type",
        `${side} for ${type}`,
        (schema, place) => isWire(place) && typesOf(schema).includes(type),
        (_schema, value) => form.test(value),
      ),
    ),
  ),
];

export const probes = [...lengths, ...bounds, ...ruled, ...sets, ...formats, ...types];

/** Each value of a set. */
export const listed = (schema) =>
  (isSet(schema) ? schema.enum : []).map((one) =>
    edge("enum", `value ${one}`, isSet, (_schema, value) => value === one),
  );
