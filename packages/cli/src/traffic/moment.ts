import { numberIn } from "./number-in.ts";
import { textIn } from "./text-in.ts";

/** The year 2100: a time after it, or before 1970, is a mistake of the writer and says nothing about a clock. */
const LATEST = Date.UTC(2100, 0);
/** One day in milliseconds; no exchange takes this long. */
const LONGEST = 86_400_000;

/** A time in milliseconds since the epoch; 0 for a value that is no valid time. */
export function momentIn(value: unknown): number {
  const read = typeof value === "number" ? value : Date.parse(textIn(value));
  return read >= 0 && read < LATEST ? read : 0;
}

/** The duration of an exchange in milliseconds; 0 for a value that is no valid duration. */
export function durationIn(value: unknown): number {
  const read = numberIn(value);
  return read >= 0 && read < LONGEST ? read : 0;
}
