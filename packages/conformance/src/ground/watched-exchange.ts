import type { Answer, Exchange } from "@plumbline/client";
import { type BoundOperation, type Contract, isSuccess, type RouteVersion } from "@plumbline/schemas";
import type { Findings, Validator, Violation } from "@plumbline/schemas/validate";
import type { Call } from "./call.ts";

/** An answer together with what was asked and why: what the rules about all answers look at. */
export interface WatchedExchange {
  readonly exchange: Exchange;
  readonly answer: Answer;
  readonly operation: BoundOperation;
  readonly version: RouteVersion;
  readonly call: Call;
  readonly contract: Contract;
  /** The request carried credentials, whichever. */
  readonly authorized: boolean;
  /** The answer's body breaks the operation's result schema here; empty for answers other than 2xx. Worked out once. */
  readonly violations: readonly Violation[];
  /** Violations that were counted and not kept. */
  readonly moreViolations: number;
}

/** True for an answer that says the request was carried out. */
export const succeeded = (answer: Answer): boolean => isSuccess(answer.status);

/** Work of a proxy or a limiter rather than of the interface: never judged. */
export const isInfrastructure = (answer: Answer): boolean => [429, 502, 503, 504].includes(answer.status);

/** What breaks the result schema in a successful answer, with the envelope taken off where one was asked for. */
export function findingsOf(validator: Validator, operation: BoundOperation, answer: Answer, call: Call): Findings {
  const schema = operation.result && "schema" in operation.result ? operation.result.schema : undefined;
  // The layout of an envelope is not fixed well enough to look inside.
  if (!succeeded(answer) || schema === undefined || call.query?.["envelope"] === "true") return NONE;
  return validator.findings(schema, answer.json);
}

const NONE: Findings = { violations: [], more: 0 };

/** The error body of metrics discovery is not given, so it need not even be JSON. */
export const isOfNoForm = ({ authentication }: BoundOperation, { status }: Answer): boolean =>
  authentication === "metrics" && status >= 400;
