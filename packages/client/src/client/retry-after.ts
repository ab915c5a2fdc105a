import { type Answer, headerValue } from "../exchange.ts";

/**
 * Milliseconds that a 429 or 503 asks the client to wait, from seconds or a date (RFC 9110, section 10.2.3).
 * `undefined` without such a header.
 */
export function retryAfter(answer: Answer, now: number): number | undefined {
  if (answer.status !== 429 && answer.status !== 503) return undefined;
  const value = headerValue(answer.headers, "retry-after")?.trim();
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
