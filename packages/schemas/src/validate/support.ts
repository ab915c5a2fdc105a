import { createRequire } from "node:module";
import type { Format } from "ajv";
import type * as ajvFormats from "ajv-formats/dist/formats.js";
import { readDate, UTC_DATE_TIME } from "./dates.ts";

/** The rules for a value: strict for a request, and lenient for an answer where the description is silent. */
export type Mode = "requests" | "answers";

/** Longer texts are never matched against a pattern: some patterns take quadratic time, and all have a maxLength. */
const LONGEST_MATCHED = 2_000;

/** A regular expression that matches no text of more than 2,000 characters, so that no target can block a run. */
export function boundedRegExp(pattern: string, flags: string): { test(text: string): boolean; toString(): string } {
  const expression = new RegExp(pattern, flags);
  return {
    test: (text) => text.length <= LONGEST_MATCHED && expression.test(text),
    // Ajv caches compiled patterns by their text: without its own text, every pattern would be the first one.
    toString: () => String(expression),
  };
}
/** Ajv's ahead-of-time code requires this function, and this package's `require` provides it. */
boundedRegExp.code = 'require("boundedRegExp")';

const int64: Format = {
  type: "number",
  validate: (value: number) => Number.isInteger(value) && Math.abs(value) <= 2 ** 63,
};

const utcDateTime: Format = (text: string) => UTC_DATE_TIME.test(text) && !Number.isNaN(readDate(text));

/** Every format that a schema of the contract may use. */
export type Formats = Readonly<Record<ajvFormats.FormatName | "int64", Format>>;

const require = createRequire(import.meta.url);
const known = new Map<Mode, Formats>();

/** The formats of a mode. They are loaded for the first value, which takes 7 ms. */
export function formatsOf(mode: Mode): Formats {
  const found = known.get(mode);
  if (found) return found;
  const { fullFormats } = require("ajv-formats/dist/formats.js") as typeof ajvFormats;
  const made = { ...fullFormats, int64, ...(mode === "answers" && { "date-time": utcDateTime }) };
  known.set(mode, made);
  return made;
}
