import { answered, type Exchange } from "@plumbline/client";
import { type Contract, isOperationId, type RouteVersion } from "@plumbline/schemas";
import { createValidator, type Validator } from "@plumbline/schemas/validate";
import type { Call } from "../ground/call.ts";
import type { WatchedExchange } from "../ground/watched-exchange.ts";
import { LazyWatchedExchange } from "./lazy-watched-exchange.ts";
import type { Recorder } from "./recorder.ts";
import { isTrouble } from "./trouble.ts";

/** Shows every exchange to the invariants, once it counts as the target's own answer. */
export class Watching {
  readonly #contract: Contract;
  readonly #recorder: Pick<Recorder, "chain">;
  readonly #validator: Validator = createValidator({ answers: true });
  readonly #chains = new Map<string, readonly string[]>();
  /** Answers that may come from the network and not from the target. */
  readonly #doubtful = new Map<string, readonly Exchange[]>();
  readonly #isDoubtful: (exchange: Exchange) => boolean;
  #watch: ((watched: WatchedExchange) => void) | undefined;

  /** @param isDoubtful whether to hold back an exchange until it is believed */
  constructor(contract: Contract, recorder: Pick<Recorder, "chain">, isDoubtful = isTrouble) {
    this.#contract = contract;
    this.#isDoubtful = isDoubtful;
    this.#recorder = recorder;
  }

  /** Shows every exchange from now on. */
  begin(watch: (watched: WatchedExchange) => void): void {
    this.#watch = watch;
  }

  /** The ids of an exchange and of those before it in its chain. */
  chainOf(exchange: string): readonly string[] {
    return this.#chains.get(exchange) ?? [exchange];
  }

  /** Shows an exchange, or holds it back until it is believed if the network may have caused it. */
  take(exchange: Exchange, call: Call): void {
    const chain = this.#recorder.chain(exchange);
    // There may be hundreds of thousands of requests, and hardly any takes more than one exchange.
    if (chain.length > 1)
      this.#chains.set(
        exchange.id,
        chain.map((leg) => leg.id),
      );
    if (this.#isDoubtful(exchange) && call.send !== "to-the-limit") this.#doubtful.set(exchange.id, chain);
    else for (const leg of chain) this.#show(leg, call);
  }

  /** Shows an exchange that was held back, because it is the target's own answer. */
  believe({ id }: Exchange, call: Call): void {
    for (const leg of this.#doubtful.get(id) ?? []) this.#show(leg, call);
    this.#doubtful.delete(id);
  }

  #show(exchange: Exchange, call: Call): void {
    if (this.#watch === undefined || !answered(exchange) || !isOperationId(call.operation)) return;
    const contract = this.#contract;
    const version = call.version as RouteVersion;
    const operation = contract.operation(call.operation, version);
    const answer = exchange.response;
    this.#watch(new LazyWatchedExchange({ exchange, answer, operation, version, call, contract }, this.#validator));
  }
}
