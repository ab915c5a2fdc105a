import type { Answer, Exchange } from "@plumbline/client";
import { type BoundOperation, type Contract, isSuccess, type RouteVersion } from "@plumbline/schemas";
import type { Findings, Validator, Violation } from "@plumbline/schemas/validate";
import type { Call } from "./call.ts";

/** An exchange with its call and operation: the input of the invariants. */
export interface WatchedExchange {
  readonly exchange: Exchange;
  readonly answer: Answer;
  readonly operation: BoundOperation;
  readonly version: RouteVersion;
  readonly call: Call;
  readonly contract: Contract;
  /** Whether the request carried any credentials. */
  readonly authorized: boolean;
  /** Where the body breaks the operation's result schema; empty unless the status is 2xx. Computed once. */
  readonly violations: readonly Violation[];
  /** The number of violations that were counted but not kept. */
  readonly moreViolations: number;
}

/** True for an answer that says the request was carried out. */
export const succeeded = (answer: Answer): boolean => isSuccess(answer.status);

/** Whether the answer comes from a proxy or a limiter, so that no requirement judges it. */
export const isInfrastructure = (answer: Answer): boolean => [429, 502, 503, 504].includes(answer.status);

/** The violations of the result schema in a successful answer. */
export function findingsOf(validator: Validator, operation: BoundOperation, answer: Answer, call: Call): Findings {
  const schema = operation.result && "schema" in operation.result ? operation.result.schema : undefined;
  // The description does not define the layout of an envelope well enough to validate its content.
  if (!succeeded(answer) || schema === undefined || call.query?.["envelope"] === "true") return NONE;
  return validator.findings(schema, answer.json);
}

const NONE: Findings = { violations: [], more: 0 };

/**
 * Whether an error body may have any form: the description gives none for metrics discovery, so it need not be JSON.
 */
export const isOfNoForm = ({ authentication }: BoundOperation, { status }: Answer): boolean =>
  authentication === "metrics" && status >= 400;
