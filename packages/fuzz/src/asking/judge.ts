import { type Answer, answered, type Exchange, headerValue } from "@plumbline/client";
import {
  broken,
  inconclusive,
  type Judgement,
  received,
  upheld,
  wasAccepted,
  wasRefused,
} from "@plumbline/conformance";
import { type OperationId, operations } from "@plumbline/schemas";
import type { TestCase } from "../cases/test-case.ts";

/** The contract's verdict on an answer: it conforms, it violates the contract, or the contract does not decide. */
export type Ruling =
  | { readonly verdict: "conforms"; readonly reason: "refused" | "accepted" | "absent" | "answered" }
  | { readonly verdict: "violates"; readonly reason: ViolationReason }
  | { readonly verdict: "unspecified"; readonly reason: UnspecifiedReason };

/** Why an answer to a test case is wrong. */
export type ViolationReason =
  | "server-error"
  | "invalid-accepted"
  | "invalid-redirected"
  | "valid-refused"
  | "no-answer"
  | "broken-error-body"
  | "broken-answer"
  | "stranger-let-in"
  | "caller-kept-out";

/** Why an answer to a test case decides nothing. */
export type UnspecifiedReason =
  /** A rate limiter or an intermediary answered, not the server. */
  | "limited"
  | "intermediary"
  /** The contract does not describe a state or permission that a valid request met. */
  | "business"
  | "interrupted";

/** Statuses of an intermediary, which are never judged. */
const BETWEEN: readonly number[] = [502, 503, 504];
/** Statuses that a valid request may receive because of the project: permissions, absence, conflict. */
export const BUSINESS: readonly number[] = [403, 404, 409, 410];
/** Statuses of a missing record. */
const ABSENT: readonly number[] = [404, 410];

/** The ruling on an answer. */
export function ruling(
  {
    aim,
    elsewhere,
    call,
    operation,
  }: Pick<TestCase, "aim" | "elsewhere" | "call"> & Partial<Pick<TestCase, "operation">>,
  exchange: Exchange,
): Ruling {
  if (!answered(exchange))
    return "fault" in exchange.response && exchange.response.fault === "aborted"
      ? { verdict: "unspecified", reason: "interrupted" }
      : { verdict: "violates", reason: "no-answer" };
  const { response } = exchange;
  const { status } = response;
  if (status === 429) return { verdict: "unspecified", reason: "limited" };
  if (BETWEEN.includes(status)) return { verdict: "unspecified", reason: "intermediary" };
  if (status >= 500) return { verdict: "violates", reason: "server-error" };
  switch (aim) {
    case "refused":
      if (wasRefused(exchange)) return { verdict: "conforms", reason: "refused" };
      return { verdict: "violates", reason: wasAccepted(exchange) ? "invalid-accepted" : "invalid-redirected" };
    case "accepted":
      if (wasAccepted(exchange)) return { verdict: "conforms", reason: "accepted" };
      if (elsewhere === true && ABSENT.includes(status)) return { verdict: "conforms", reason: "absent" };
      return BUSINESS.includes(status)
        ? { verdict: "unspecified", reason: "business" }
        : { verdict: "violates", reason: "valid-refused" };
    case "no crash":
      if (isBroken(response))
        return { verdict: "violates", reason: status >= 400 ? "broken-error-body" : "broken-answer" };
      return { verdict: "conforms", reason: "answered" };
    case "kept out":
      if (isChallenged(operation, call.who) ? status === 401 : wasRefused(exchange))
        return { verdict: "conforms", reason: "refused" };
      // The server may refuse first because the record does not exist.
      if (elsewhere === true && ABSENT.includes(status)) return { verdict: "unspecified", reason: "business" };
      return { verdict: "violates", reason: "stranger-let-in" };
    case "let in":
      if (wasAccepted(exchange)) return { verdict: "conforms", reason: "accepted" };
      if (status === 401 || status === 403) return { verdict: "violates", reason: "caller-kept-out" };
      if (elsewhere === true && ABSENT.includes(status)) return { verdict: "conforms", reason: "absent" };
      return { verdict: "unspecified", reason: "business" };
    default:
      return aim satisfies never;
  }
}

/**
 * A caller without valid credentials must get the challenge of digest authentication. The description leaves open how
 * other callers, and callers of operations without digest, are refused.
 */
const isChallenged = (operation: OperationId | undefined, who: TestCase["call"]["who"]): boolean =>
  (operation === undefined || operations[operation].authentication === "digest") &&
  (who === "none" || who === "wrongSecret" || who === "unknownUser");

/** Whether an answer declares JSON and is not JSON. */
function isBroken({ headers, json, body }: Answer): boolean {
  const type = headerValue(headers, "content-type") ?? "";
  return type.toLowerCase().includes("json") && body !== "" && json === undefined;
}

/** The judgement that a ruling means for the requirement of a test case. */
export function judge(
  testCase: Pick<TestCase, "expected">,
  { verdict, reason }: Ruling,
  exchange: Exchange,
): Judgement {
  switch (verdict) {
    case "conforms":
      return upheld;
    case "violates":
      return broken(testCase.expected, received(exchange));
    case "unspecified":
      return inconclusive(whyUnspecified(reason, exchange));
    default:
      return verdict satisfies never;
  }
}

function whyUnspecified(reason: UnspecifiedReason, exchange: Exchange): string {
  switch (reason) {
    case "limited":
    case "intermediary":
      return `something between Plumbline and the server answered ${received(exchange)}`;
    case "business":
      return `a valid request returned ${received(exchange)}`;
    case "interrupted":
      return "the run was interrupted";
    default:
      return reason satisfies never;
  }
}
