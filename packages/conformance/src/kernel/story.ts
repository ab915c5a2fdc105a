import { type Answer, answered, type Exchange } from "@plumbline/client";
import type { Contract, OperationId, RouteVersion } from "@plumbline/schemas";
import { accepted, received, wasAccepted } from "../expect/answers.ts";
import { broken, type Judgement, unable } from "../judgement.ts";
import type { Subject } from "../requirement.ts";
import type { World } from "../target/world.ts";
import type { Ask } from "./ask.ts";
import type { Call } from "./call.ts";
import type { Custody } from "./custody.ts";
import { StoryStopped } from "./story-stopped.ts";

type Step = Omit<Partial<Call>, "operation" | "version"> & { readonly version?: RouteVersion };

/** Tells a story of dependent requests: each step either holds or ends it, and what was made is removed at the end. */
export class Story {
  readonly subject: Subject;
  readonly world: World;
  readonly contract: Contract;
  /** Moves the target's clock where that is possible; waits otherwise. */
  readonly pass: (milliseconds: number) => Promise<void>;
  readonly #ask: Ask;
  readonly #custody: Custody;

  constructor(parts: {
    subject: Subject;
    world: World;
    contract: Contract;
    ask: Ask;
    custody: Custody;
    pass: (milliseconds: number) => Promise<void>;
  }) {
    this.subject = parts.subject;
    this.world = parts.world;
    this.contract = parts.contract;
    this.pass = parts.pass;
    this.#ask = parts.ask;
    this.#custody = parts.custody;
  }

  /** Sends a step and returns whatever came. Stories never share exchanges. */
  ask(operation: OperationId, step: Step = {}): Promise<Exchange> {
    const version = this.contract.route(operation, this.subject.version) ? this.subject.version : "standalone";
    return this.#ask({ version, ...step, operation, again: true });
  }

  /** Sends a step that is valid: any answer but 2xx ends the story. */
  async does(operation: OperationId, step: Step = {}, what = `${operation}`): Promise<Answer> {
    const exchange = await this.ask(operation, step);
    this.holds(accepted(exchange, what));
    return this.answer(exchange);
  }

  /** Sends a step that another rule is about: when it is not accepted, this story has nothing to say. */
  async prepares(operation: OperationId, step: Step = {}, what = `${operation}`): Promise<Answer> {
    const exchange = await this.ask(operation, step);
    if (!wasAccepted(exchange))
      this.cannot(`${what} is not accepted (${received(exchange)}), so nothing can be said about this rule`);
    return this.answer(exchange);
  }

  /** The answer of an exchange; none ends the story. */
  answer(exchange: Exchange): Answer {
    if (answered(exchange)) return exchange.response;
    throw new StoryStopped(broken("an answer", received(exchange)));
  }

  /** Ends the story unless the judgement holds. */
  holds(judgement: Judgement): void {
    if (judgement.kind !== "holds") throw new StoryStopped(judgement);
  }

  /** Ends the story unless the condition is true. */
  must(condition: boolean, expected: string, got: string): void {
    if (!condition) throw new StoryStopped(broken(expected, got));
  }

  /** Ends the story because something it needs is not there: no fault of the target. */
  cannot(reason: string): never {
    throw new StoryStopped(unable(reason));
  }

  /** Notes that the target now holds a record of the run's making; `remove` takes it away again when the story ends. */
  made(operation: OperationId, id: string, remove: () => Promise<Exchange>): void {
    this.#custody.made(operation, id, remove);
  }

  /** Puts something back as it was when the story ends. */
  restores(operation: OperationId, id: string, restore: () => Promise<Exchange>): void {
    this.#custody.changed(operation, id, restore);
  }
}
