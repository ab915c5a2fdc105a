import { type Exchange, headerValue } from "@plumbline/client";
import { retryAfterMilliseconds } from "./retry-after.ts";

/** Statuses of a server that is down, overloaded or broken as a whole as often as in the one operation. */
const TROUBLED: readonly number[] = [429, 500, 502, 503, 504];

/**
 * Whether an exchange may say nothing about the requirement and only that the target, or the way to it, works no more. An
 * answer that is too large is an answer.
 */
export function isTrouble({ response }: Exchange): boolean {
  if ("fault" in response) return response.fault !== "aborted" && response.fault !== "body-too-large";
  return TROUBLED.includes(response.status);
}

/** A limiter's answer: 503 only counts as one when it says when to come back. */
export function isLimited(exchange: Exchange): boolean {
  const { response } = exchange;
  if (!("status" in response)) return false;
  return response.status === 429 || (response.status === 503 && askedWait(exchange) !== undefined);
}

/** Milliseconds after which a target says that it can be asked again; `undefined` where it says nothing that can be read. */
export function askedWait({ response }: Exchange): number | undefined {
  if (!("status" in response)) return undefined;
  return retryAfterMilliseconds(headerValue(response.headers, "retry-after"), Date.now());
}

/** What the trouble is, for a reader. */
export function troubleOf(exchange: Exchange): string {
  const { response } = exchange;
  if ("fault" in response) return response.message;
  const asked = askedWait(exchange);
  const until = asked === undefined ? "" : ` and asks for a pause of ${Math.ceil(asked / 1_000)} seconds`;
  return `it answers ${response.status}${until}`;
}
