import { answered, type Exchange } from "@plumbline/client";
import type { Contract } from "@plumbline/schemas";
import type { Call } from "../ground/call.ts";
import { describedAnswer } from "../oracles/described.ts";

/** What checks see of exchanges: custody sees all of one, since what it puts back has to be as it was. */
export class DescribedExchanges {
  readonly #contract: Contract;
  /** Checks that share an answer share what they see of it. */
  readonly #known = new WeakMap<Exchange, Exchange>();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  of(exchange: Exchange, { operation, version, query }: Call): Exchange {
    // The layout of an envelope is not fixed well enough to look inside.
    if (!answered(exchange) || query?.["envelope"] === "true") return exchange;
    const known = this.#known.get(exchange);
    if (known !== undefined) return known;
    const { result } = this.#contract.operation(operation, version);
    const seen = { ...exchange, response: describedAnswer(exchange.response, result) };
    this.#known.set(exchange, seen);
    return seen;
  }
}
