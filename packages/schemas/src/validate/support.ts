import { createRequire } from "node:module";
import type { Format } from "ajv";
import type * as ajvFormats from "ajv-formats/dist/formats.js";
import { readDate, UTC_DATE_TIME } from "./dates.ts";

/** Which rules a value is judged by: a request is taken literally, an answer leniently where the description is silent. */
export type Mode = "requests" | "answers";

/** Longer text is never matched against a pattern: some patterns take quadratic time, and all have a maxLength. */
const LONGEST_MATCHED = 2_000;

/** A regular expression that no text of more than 2,000 characters matches, so that no target can hold a run up. */
export function boundedRegExp(pattern: string, flags: string): { test(text: string): boolean; toString(): string } {
  const expression = new RegExp(pattern, flags);
  return {
    test: (text) => text.length <= LONGEST_MATCHED && expression.test(text),
    // Ajv keeps compiled patterns by their text: without one of its own every pattern would be taken for the first.
    toString: () => String(expression),
  };
}
/** How code that Ajv wrote ahead of time comes by the function: its `require` is answered by this package. */
boundedRegExp.code = 'require("boundedRegExp")';

const int64: Format = {
  type: "number",
  validate: (value: number) => Number.isInteger(value) && Math.abs(value) <= 2 ** 63,
};

const utcDateTime: Format = (text: string) => UTC_DATE_TIME.test(text) && !Number.isNaN(readDate(text));

/** Every format that a schema of the contract may name. */
export type Formats = Readonly<Record<ajvFormats.FormatName | "int64", Format>>;

const require = createRequire(import.meta.url);
const known = new Map<Mode, Formats>();

/** The formats that a mode knows; loaded when the first value is judged, which takes 7 ms. */
export function formatsOf(mode: Mode): Formats {
  const found = known.get(mode);
  if (found) return found;
  const { fullFormats } = require("ajv-formats/dist/formats.js") as typeof ajvFormats;
  const made = { ...fullFormats, int64, ...(mode === "answers" && { "date-time": utcDateTime }) };
  known.set(mode, made);
  return made;
}
