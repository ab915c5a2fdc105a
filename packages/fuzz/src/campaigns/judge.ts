import { answered, type Exchange } from "@plumbline/client";
import { broken, holds, type Judgement, received, unable, wasAccepted, wasRefused } from "@plumbline/conformance";
import type { Shot } from "./shot.ts";

/** Answers of a limiter or a proxy: never judged. */
const BETWEEN: readonly number[] = [429, 502, 503, 504];
/** What a valid request may meet for a reason that is the project's and not the request's: rights, absence, conflict. */
const BUSINESS: readonly number[] = [403, 404, 409];

/** What an answer says about a shot. */
export function judge({ aim, expected }: Pick<Shot, "aim" | "expected">, exchange: Exchange): Judgement {
  const what = received(exchange);
  if (!answered(exchange))
    return "fault" in exchange.response && exchange.response.fault === "aborted"
      ? unable("the run was interrupted")
      : broken(expected, what);
  const { status } = exchange.response;
  if (BETWEEN.includes(status)) return unable(`answered ${what} by something in between`);
  switch (aim) {
    case "refused":
      return wasRefused(exchange) ? holds : broken(expected, what);
    case "accepted":
      if (wasAccepted(exchange)) return holds;
      return BUSINESS.includes(status) ? unable(`a valid request was answered ${what}`) : broken(expected, what);
    case "no crash":
      return status >= 500 ? broken(expected, what) : holds;
    default:
      return aim satisfies never;
  }
}
