import type { Given } from "../flags.ts";
import { UsageError } from "../usage-error.ts";

/** The form of a rate: requests per second, or per minute as services often state their limits. */
const RATE = /^([1-9]\d*)(?:\/(s|min))?$/;

/** The requests per second of a rate such as `50`, `50/s` or `100/min`; `undefined` for any other text. */
export function requestsPerSecond(text: string): number | undefined {
  const [, count, unit] = RATE.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) / (unit === "min" ? 60 : 1);
}

/**
 * Requests per second that `--rate` allows.
 * @throws UsageError for a text that is no rate.
 */
export function rateGiven(given: Given): number | undefined {
  const text = given.one("rate");
  if (text === undefined) return undefined;
  const rate = requestsPerSecond(text);
  if (rate === undefined)
    throw new UsageError(
      `--rate takes a number of requests per second or per minute, such as 50 or 100/min, received ${JSON.stringify(text)}`,
    );
  return rate;
}

/** The time that a number of requests takes at a rate, in words: `up to 45 s`, `up to 12 min`. */
export function timeAt(requests: number, perSecond: number): string {
  const seconds = Math.ceil(requests / perSecond);
  return seconds < 120 ? `up to ${seconds} s` : `up to ${Math.ceil(seconds / 60)} min`;
}
