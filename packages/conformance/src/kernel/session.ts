import { answered, type Connection, type Exchange, type Redactor } from "@plumbline/client";
import type { UndoRequest } from "@plumbline/report";
import { isOperationId, type OperationId, type RouteVersion } from "@plumbline/schemas";
import { createValidator, type Validator } from "@plumbline/schemas/validate";
import type { Journal } from "../journal.ts";
import type { Sight } from "../sight.ts";
import type { Target } from "../target/target.ts";
import type { World } from "../target/world.ts";
import type { Call } from "./call.ts";
import { compose } from "./compose.ts";
import { LazySight } from "./lazy-sight.ts";
import type { Recorder } from "./recorder.ts";
import { Sender } from "./sender.ts";
import { TokenPace } from "./token-pace.ts";
import { leavesTrace, traceOf, undoRequest } from "./traces.ts";

export interface SessionParts {
  readonly target: Target;
  readonly connection: Connection;
  readonly recorder: Recorder;
  readonly redactor: Redactor;
  readonly journal: Journal;
  readonly signal: AbortSignal;
}

/** One conversation with a target: what doctor, checks and campaigns send goes through here and is seen by watchers. */
export class Session {
  readonly target: Target;
  readonly journal: Journal;
  readonly signal: AbortSignal;
  readonly #parts: SessionParts;
  readonly #sender: Sender;
  readonly #traced = new Set<string>();
  readonly #chains = new Map<string, readonly string[]>();
  readonly #validator: Validator = createValidator({ answers: true });
  #world: World;
  #watch: ((sight: Sight) => void) | undefined;

  constructor(parts: SessionParts, world: World) {
    this.target = parts.target;
    this.journal = parts.journal;
    this.signal = parts.signal;
    this.#parts = parts;
    this.#world = world;
    const pace = new TokenPace(Date.now, (milliseconds) => this.pass(milliseconds));
    this.#sender = new Sender({
      connection: parts.connection,
      compose: (call) => compose(call, parts.target, this.#world),
      seen: (exchange, call) => this.#seen(exchange, call),
      wait: (milliseconds) => this.pass(milliseconds),
      tokenTurn: () => pace.turn(),
      signal: parts.signal,
    });
  }

  get world(): World {
    return this.#world;
  }
  set world(world: World) {
    this.#world = world;
  }

  /** Shows every exchange from now on to the rules about all answers. */
  watch(look: (sight: Sight) => void): void {
    this.#watch = look;
  }

  /** Sends a call on behalf of a check. */
  send(call: Call, check: string): Promise<Exchange> {
    this.#noteTrace(call);
    return this.#sender.send(call, check);
  }

  /** Sends a call on behalf of a check; `evidence` gets the ids of all exchanges it took. */
  async sendFor(call: Call, check: string, evidence: string[]): Promise<Exchange> {
    const exchange = await this.send(call, check);
    for (const id of this.#chains.get(exchange.id) ?? [exchange.id]) if (!evidence.includes(id)) evidence.push(id);
    return exchange;
  }

  /** A call as it goes on the wire, for the journal. */
  wire(call: Call): UndoRequest {
    return undoRequest(compose(call, this.target, this.#world));
  }

  /** Writes down, once for each place, where to find what the run makes there. */
  #noteTrace(call: Call): void {
    if (!leavesTrace(call)) return;
    const { target } = this;
    const composed = (one: Call) => compose(one, target, this.#world);
    const served = (operation: OperationId): RouteVersion | undefined =>
      target.contract.operation(operation).routes.find(({ version }) => target.versions.some((own) => own === version))
        ?.version;
    const trace = traceOf(call, composed(call), served, composed);
    if (trace === undefined || this.#traced.has(trace.find.url)) return;
    this.#traced.add(trace.find.url);
    this.journal.append({ type: "marks", operation: call.operation, ...trace });
  }

  /** Keeps an exchange and those that led to it in the report, however many follow. */
  keep(exchange: string): void {
    for (const id of this.#chains.get(exchange) ?? [exchange]) this.#parts.recorder.keep(id);
  }

  /** A text without any secret that the run knows: for what quotes an answer. */
  redacted(text: string): string {
    return this.#parts.redactor.text(text);
  }

  /** Forgets shared answers before a stage that changes what the target holds. */
  forget(): void {
    this.#sender.forget();
  }

  /** Lets time pass for the target: moves its clock where it has one to move, waits otherwise. */
  async pass(milliseconds: number): Promise<void> {
    if (this.target.advanceClock) this.target.advanceClock(milliseconds);
    else await this.wait(milliseconds);
  }

  /** Waits, or less when the run is interrupted. */
  wait(milliseconds: number): Promise<void> {
    if (this.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.signal.addEventListener("abort", done, { once: true });
    });
  }

  #seen(exchange: Exchange, call: Call): void {
    const chain = this.#parts.recorder.chain(exchange);
    // Hardly any request takes more than one exchange, and there may be hundreds of thousands.
    if (chain.length > 1)
      this.#chains.set(
        exchange.id,
        chain.map((leg) => leg.id),
      );
    for (const leg of chain) this.#look(leg, call);
  }

  #look(exchange: Exchange, call: Call): void {
    if (this.#watch === undefined || !answered(exchange) || !isOperationId(call.operation)) return;
    const { contract } = this.target;
    const version = call.version as RouteVersion;
    const operation = contract.operation(call.operation, version);
    const answer = exchange.response;
    this.#watch(new LazySight({ exchange, answer, operation, version, call, contract }, this.#validator));
  }
}
