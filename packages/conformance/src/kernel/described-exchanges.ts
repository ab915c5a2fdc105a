import { answered, type Exchange } from "@plumbline/client";
import type { Contract } from "@plumbline/schemas";
import type { Call } from "../ground/call.ts";
import { describedAnswer } from "../oracles/described.ts";

/**
 * Reduces answers to what the description names, for checks. The custody sees complete answers, because it must restore
 * states exactly.
 */
export class DescribedExchanges {
  readonly #contract: Contract;
  /** Checks that share an answer also share its reduced form. */
  readonly #known = new WeakMap<Exchange, Exchange>();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  of(exchange: Exchange, { operation, version, query }: Call): Exchange {
    // The description does not define the layout of an envelope precisely enough.
    if (!answered(exchange) || query?.["envelope"] === "true") return exchange;
    const known = this.#known.get(exchange);
    if (known !== undefined) return known;
    const { result } = this.#contract.operation(operation, version);
    const seen = { ...exchange, response: describedAnswer(exchange.response, result) };
    this.#known.set(exchange, seen);
    return seen;
  }
}
