import { numberIn } from "./number-in.ts";
import { textIn } from "./text-in.ts";

/** The year 2100: a moment beyond it, or before 1970, is a mistake of the writer, and no clock can be told from it. */
const LATEST = Date.UTC(2100, 0);
/** Milliseconds of a day: no exchange takes as long. */
const LONGEST = 86_400_000;

/** Milliseconds since the epoch; 0 for what is no moment. */
export function momentIn(value: unknown): number {
  const read = typeof value === "number" ? value : Date.parse(textIn(value));
  return read >= 0 && read < LATEST ? read : 0;
}

/** Milliseconds that an exchange took; 0 for what is no duration. */
export function durationIn(value: unknown): number {
  const read = numberIn(value);
  return read >= 0 && read < LONGEST ? read : 0;
}
