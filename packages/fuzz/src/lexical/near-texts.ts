import { type JsonSchema, readText } from "@plumbline/schemas";
import type { FaultyText } from "./faulty-texts.ts";
import { asMisses } from "./misses.ts";

/** A text that is nearly valid for a parameter. */
export interface NearText {
  readonly side: string;
  readonly text: string;
}

const INTEGERS: Readonly<Record<string, string>> = {
  "a fraction": "1.5",
  "a leading zero": "01",
  "a plus sign": "+1",
  "a point and a zero": "1.0",
  "an exponent": "1e1",
  "hexadecimal digits": "0x10",
  "full-width digits": "\uff11",
  "another script's digits": "\u0661",
  "a space before": " 1",
  "a space after": "1 ",
  "a line break after": "1\n",
  "nothing at all": "",
};
const BOOLEANS: Readonly<Record<string, string>> = {
  "a word": "plumbline",
  "another letter case": "True",
  "a digit": "1",
  "a number": "2",
  yes: "yes",
  "a space before": " true",
  "a space after": "true ",
  "a line break after": "true\n",
  "full-width letters": "\uff54\uff52\uff55\uff45",
  "nothing at all": "",
};
const ADDRESSES: Readonly<Record<string, string>> = {
  "three octets": "10.1.1",
  "octets with zeros": "010.001.001.001",
  "a prefix length": "192.0.2.1/32",
  "a port": "192.0.2.1:80",
  "nothing at all": "",
};

/**
 * The near misses of a query or path parameter, whether or not the description rules them out; `valid` is as for faulty
 * texts.
 */
export function nearTexts(schema: JsonSchema, valid = ""): readonly NearText[] {
  return candidates(schema, valid)
    .map(([side, text]) => ({ side, text }))
    .filter(({ text }) => text !== valid && readText(schema, text).kind !== "value");
}

/** The near misses that are invalid under any reading, with the keyword that they break. */
export function nearFaults(schema: JsonSchema, valid = ""): readonly FaultyText[] {
  return nearTexts(schema, valid).flatMap(({ side, text }) => {
    const reading = readText(schema, text);
    return reading.kind === "none" ? [{ keyword: reading.keyword, side, text, limit: reading.expected }] : [];
  });
}

function candidates(schema: JsonSchema, valid: string): readonly (readonly [side: string, text: string])[] {
  switch (schema.type) {
    case "integer":
      return Object.entries(INTEGERS);
    case "boolean":
      return Object.entries(BOOLEANS);
    default:
      return texts(schema, valid);
  }
}

function texts(schema: JsonSchema, valid: string): readonly (readonly [side: string, text: string])[] {
  const { pattern, format, enum: words, minLength, maxLength } = schema;
  if (words) return asMisses(String(words[0]));
  if (format === "ipv4") return [...Object.entries(ADDRESSES), ...asMisses("192.0.2.1")];
  if (pattern === undefined) return [];
  const far = maxLength === undefined ? [] : [["far more characters", valid.padEnd(maxLength * 10, "a")] as const];
  return [...asMisses(valid, minLength !== undefined && minLength === maxLength), ...far];
}
