import { type Answer, type Exchange, headerValue } from "@plumbline/client";
import type { BoundOperation, Contract, RouteVersion } from "@plumbline/schemas";
import type { Findings, Validator, Violation } from "@plumbline/schemas/validate";
import type { Call } from "../ground/call.ts";
import { findingsOf, type WatchedExchange } from "../ground/watched-exchange.ts";

/**
 * A watched exchange that computes its violations when the first rule reads them; a run of campaigns alone has no rule
 * that does. It is a class because a getter in an object literal gives every object its own shape: the engine then
 * never compiles the rules that read it, and each shape keeps its exchange alive until the next full collection.
 */
export class LazyWatchedExchange implements WatchedExchange {
  readonly exchange: Exchange;
  readonly answer: Answer;
  readonly operation: BoundOperation;
  readonly version: RouteVersion;
  readonly call: Call;
  readonly contract: Contract;
  readonly authorized: boolean;
  readonly #validator: Validator;
  #findings: Findings | undefined;

  constructor(parts: Omit<WatchedExchange, "authorized" | "violations" | "moreViolations">, validator: Validator) {
    this.exchange = parts.exchange;
    this.answer = parts.answer;
    this.operation = parts.operation;
    this.version = parts.version;
    this.call = parts.call;
    this.contract = parts.contract;
    this.authorized = headerValue(parts.exchange.request.headers, "authorization") !== undefined;
    this.#validator = validator;
  }

  get violations(): readonly Violation[] {
    return this.#found().violations;
  }

  get moreViolations(): number {
    return this.#found().more;
  }

  #found(): Findings {
    this.#findings ??= findingsOf(this.#validator, this.operation, this.answer, this.call);
    return this.#findings;
  }
}
