import { type Answer, answered, type Exchange } from "@plumbline/client";
import { type Contract, isSuccess, type Result } from "@plumbline/schemas";
import type { Call } from "../ground/call.ts";
import { describedAnswer } from "../oracles/described.ts";

/** Characters of the answers that are remembered. */
const MOST_CHARACTERS = 10_000_000;

/** What checks see of exchanges: custody sees all of one, since what it puts back has to be as it was. */
export class DescribedExchanges {
  readonly #contract: Contract;
  /** Checks that share an answer share what they see of it. */
  readonly #known = new WeakMap<Exchange, Exchange>();
  /** What was last seen of each kind of result: most reads are answered with the words of the one before. */
  readonly #last = new Map<Result, { readonly body: string; readonly json: unknown }>();
  #characters = 0;

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  of(exchange: Exchange, { operation, version, query }: Call): Exchange {
    // The layout of an envelope is not fixed well enough to look inside.
    if (!answered(exchange) || query?.["envelope"] === "true") return exchange;
    const known = this.#known.get(exchange);
    if (known !== undefined) return known;
    const { result } = this.#contract.operation(operation, version);
    const seen = { ...exchange, response: this.#described(exchange.response, result) };
    this.#known.set(exchange, seen);
    return seen;
  }

  #described(answer: Answer, result: Result): Answer {
    const { body, bodyBytes, json, status } = answer;
    if (json === undefined || !isSuccess(status)) return answer;
    // Of a long body only the beginning is kept, which may be that of another.
    if (Buffer.byteLength(body) !== bodyBytes) return describedAnswer(answer, result);
    const last = this.#last.get(result);
    if (last?.body === body) return { ...answer, json: last.json };
    const described = describedAnswer(answer, result);
    this.#keep(result, body, described.json);
    return described;
  }

  /** The oldest make room for the newest. */
  #keep(result: Result, body: string, json: unknown): void {
    this.#forget(result);
    this.#last.set(result, { body, json });
    this.#characters += body.length;
    for (const oldest of this.#last.keys()) {
      if (this.#characters <= MOST_CHARACTERS) break;
      this.#forget(oldest);
    }
  }

  #forget(result: Result): void {
    this.#characters -= this.#last.get(result)?.body.length ?? 0;
    this.#last.delete(result);
  }
}
