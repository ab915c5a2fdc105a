import { type JsonSchema, readText } from "@plumbline/schemas";

/** A text that is no valid value of a parameter under any reading, with the one keyword that it breaks. */
export interface FaultyText {
  readonly keyword: string;
  readonly side: string;
  readonly text: string;
  readonly limit: string;
}

type Candidate = readonly [keyword: string, side: string, text: string];

/**
 * The enumerated single faults of a query or path parameter. `valid` is a valid text of the parameter; faulty path ids
 * are derived from it, so that a lenient server finds the record. Texts that some servers accept are not included.
 */
export function faultyTexts(schema: JsonSchema, valid = ""): readonly FaultyText[] {
  return candidates(schema, valid).flatMap(([keyword, side, text]) => {
    const reading = readText(schema, text);
    return reading.kind === "none" && reading.keyword === keyword
      ? [{ keyword, side, text, limit: limitOf(schema, keyword) }]
      : [];
  });
}

function candidates(schema: JsonSchema, valid: string): readonly Candidate[] {
  switch (schema.type) {
    case "integer":
      return [...integerCandidates(schema), ["type", "a word", "plumbline"], ["type", "a fraction", "1.5"]];
    case "boolean":
      return [
        ["type", "a word", "plumbline"],
        ["type", "a number", "2"],
      ];
    default:
      return stringCandidates(schema, valid);
  }
}

const LIMITS: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
};

function integerCandidates({ minimum, maximum, format = "" }: JsonSchema): readonly Candidate[] {
  const width = LIMITS[format];
  return [
    ...bound("minimum", "below", minimum, -1),
    ...bound("maximum", "above", maximum, 1),
    ...(minimum === undefined ? [] : [["minimum", "far below", "-2147483648"] as const]),
    ...(maximum === undefined ? [] : [["maximum", "far above", "2147483647"] as const]),
    ...(width === undefined
      ? []
      : [["format", "above", String(width[1] + 1n)] as const, ["format", "below", String(width[0] - 1n)] as const]),
  ];
}

const bound = (keyword: string, side: string, limit: number | undefined, step: number): readonly Candidate[] =>
  limit === undefined ? [] : [[keyword, side, String(limit + step)]];

function stringCandidates(schema: JsonSchema, valid: string): readonly Candidate[] {
  const { minLength = 0, maxLength, pattern, format } = schema;
  const last = valid.slice(0, -1);
  return [
    // An empty segment would make a different path.
    ...(minLength > 1 ? [["minLength", "below", valid.slice(0, minLength - 1)] as const] : []),
    ...(maxLength === undefined ? [] : [["maxLength", "above", valid.padEnd(maxLength + 1, "a")] as const]),
    ...(pattern === undefined
      ? []
      : ([
          ["pattern", "_ at the end", `${last}_`],
          ["pattern", "- at the end", `${last}-`],
          ["pattern", "- behind it", `${valid}-`],
          ["pattern", "g at the end", `${last}g`],
          ["pattern", "- at the start", `-${valid.slice(1)}`],
          ["pattern", "in upper case", valid.toUpperCase()],
        ] as const)),
    ...(schema.enum ? [["enum", "an unknown word", "PLUMBLINE_NO_SUCH_VALUE"] as const] : []),
    ...(schema.enum ? [["enum", "a value with more letters", `${String(schema.enum[0])}_X`] as const] : []),
    ...(format === "ipv4"
      ? ([
          ["format", "a word", "plumbline"],
          ["format", "octet 256", "256.1.1.1"],
          ["format", "five octets", "1.1.1.1.1"],
          ["format", "IPv6", "2001:db8::1"],
          ["format", "two addresses", "192.0.2.1,192.0.2.2"],
        ] as const)
      : []),
  ];
}

const limitOf = (schema: JsonSchema, keyword: string): string =>
  JSON.stringify(Object.entries(schema).find(([name]) => name === keyword)?.[1]) ?? keyword;
