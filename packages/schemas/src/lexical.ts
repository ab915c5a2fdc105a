import type { JsonSchema } from "./json-schema.ts";

/**
 * The relation between a parameter's text and its schema. `value`: the canonical form of a value, which servers must
 * accept. `none`: not a value under any reading, so servers must refuse it. `unspecified`: some servers accept it and
 * some do not, and the description does not decide.
 */
export type Reading =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "none"; readonly keyword: string; readonly expected: string }
  | { readonly kind: "unspecified"; readonly why: string };

const none = (keyword: string, expected: string): Reading => ({ kind: "none", keyword, expected });
const unspecified = (why: string): Reading => ({ kind: "unspecified", why });

/** Reads the decoded text of a path or query parameter. */
export function readText(schema: JsonSchema, text: string): Reading {
  switch (schema.type) {
    case "boolean":
      return readBoolean(text);
    case "integer":
      return readInteger(schema, text);
    default:
      return readString(schema, text);
  }
}

function readBoolean(text: string): Reading {
  if (text === "true" || text === "false") return { kind: "value", value: text === "true" };
  if (/^\s*(true|false|t|f|yes|no|y|n|on|off|1|0|)\s*$/i.test(text))
    return unspecified("a loose spelling of a boolean");
  return none("type", 'a boolean: "true" or "false"');
}

const INT_RANGE: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
};

function readInteger(schema: JsonSchema, text: string): Reading {
  if (!/^-?(0|[1-9][0-9]*)$/.test(text) || text === "-0") {
    const loose = /^\s*[+-]?(0x[0-9a-f]+|[0-9_,]+(\.0*)?(e\+?[0-9]+)?)?\s*$/iu.test(text) || /^\p{Nd}+$/u.test(text);
    return loose ? unspecified("a loose spelling of an integer") : none("type", "an integer in decimal digits");
  }
  const value = BigInt(text);
  if (schema.minimum !== undefined && value < BigInt(schema.minimum))
    return none("minimum", `an integer of at least ${schema.minimum}`);
  if (schema.maximum !== undefined && value > BigInt(schema.maximum))
    return none("maximum", `an integer of at most ${schema.maximum}`);
  const range = schema.format === undefined ? undefined : INT_RANGE[schema.format];
  if (range && (value < range[0] || value > range[1]))
    return none("format", `an integer of ${schema.format?.slice(3)} bits`);
  return { kind: "value", value: Number(value) };
}

/** Compiled patterns of the contract, of which there are few: they are applied to thousands of texts. */
const PATTERNS = new Map<string, RegExp>();

function compiled(pattern: string): RegExp {
  const known = PATTERNS.get(pattern) ?? new RegExp(pattern, "u");
  PATTERNS.set(pattern, known);
  return known;
}

const IPV4 = /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;
/** Octets with leading zeros: decimal for some parsers, octal for others. */
const IPV4_LOOSE = /^\s*0*\d{1,3}(\.0*\d{1,3}){0,3}\s*$/;

function readString(schema: JsonSchema, text: string): Reading {
  const length = [...text].length;
  if (schema.minLength !== undefined && length < schema.minLength)
    return none("minLength", `at least ${schema.minLength} characters`);
  // Before the pattern: that of the cluster name takes quadratic time on texts that are too long.
  if (schema.maxLength !== undefined && length > schema.maxLength)
    return none("maxLength", `at most ${schema.maxLength} characters`);
  if (schema.pattern !== undefined && !compiled(schema.pattern).test(text))
    return none("pattern", `text matching ${schema.pattern}`);
  if (schema.enum && !schema.enum.includes(text)) {
    const words = schema.enum.map(String);
    if (words.some((word) => word.toLowerCase() === text.trim().toLowerCase()))
      return unspecified("a value in other letters");
    return text.trim() === "" ? unspecified("an empty value") : none("enum", `one of ${words.join(", ")}`);
  }
  if (schema.format === "ipv4" && !IPV4.test(text)) {
    if (text.trim() === "") return unspecified("an empty value");
    return IPV4_LOOSE.test(text) && text.split(".").every((part) => Number(part) <= 255)
      ? unspecified("a loose spelling of an IPv4 address")
      : none("format", "one IPv4 address in dotted decimal");
  }
  return { kind: "value", value: text };
}
