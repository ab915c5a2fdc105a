import { type Exchange, headerValue, retryAfterMilliseconds } from "@plumbline/client";

/**
 * Statuses with which a server may report that it is down, overloaded or broken as a whole, and not only this
 * operation.
 */
const TROUBLED: readonly number[] = [429, 500, 502, 503, 504];

/**
 * Whether an exchange may say nothing about the requirement, only that the target or the network does not work. An
 * answer that is too large is an answer.
 */
export function isTrouble({ response }: Exchange): boolean {
  if ("fault" in response) return response.fault !== "aborted" && response.fault !== "body-too-large";
  return TROUBLED.includes(response.status);
}

/** Whether a rate limiter answered; a 503 only counts if it says when to come back. */
export function isLimited(exchange: Exchange): boolean {
  const { response } = exchange;
  if (!("status" in response)) return false;
  return response.status === 429 || (response.status === 503 && askedWait(exchange) !== undefined);
}

/** The milliseconds that a target asks the run to wait; `undefined` if it states no readable time. */
export function askedWait({ response }: Exchange): number | undefined {
  if (!("status" in response)) return undefined;
  return retryAfterMilliseconds(headerValue(response.headers, "retry-after"), Date.now());
}

/** A sentence about the trouble for the user. */
export function troubleOf(exchange: Exchange): string {
  const { response } = exchange;
  if ("fault" in response) return response.message;
  const asked = askedWait(exchange);
  const until = asked === undefined ? "" : ` and asks for a pause of ${Math.ceil(asked / 1_000)} seconds`;
  return `it answers ${response.status}${until}`;
}
