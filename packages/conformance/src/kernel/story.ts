import { type Answer, answered, type Exchange } from "@plumbline/client";
import type { UndoRequest } from "@plumbline/report";
import type { Contract, OperationId, RouteVersion } from "@plumbline/schemas";
import { accepted, received, wasAccepted } from "../expect/answers.ts";
import { broken, type Judgement, unable } from "../judgement.ts";
import { saysNoMore } from "../oracles/says-no-more.ts";
import type { Risk, Subject } from "../requirement.ts";
import { fixturesFor, type World } from "../target/world.ts";
import type { Ask } from "./ask.ts";
import type { Call } from "./call.ts";
import type { Custody } from "./custody.ts";
import { StoryStopped } from "./story-stopped.ts";

/** Milliseconds: doubled from the first to the last, a little more than three seconds in all. */
const FIRST_WAIT = 50;
const LAST_WAIT = 1_600;
/** How a record that is not there is answered: no status is given for that. */
const UNSEEN: readonly number[] = [400, 403, 404, 410];

type Step = Omit<Partial<Call>, "operation" | "version"> & { readonly version?: RouteVersion };

/** The step that takes something back. */
export type Undo = Step & { readonly operation: OperationId };

/** Tells a story of dependent requests: each step either holds or ends it, and what was made is removed at the end. */
export class Story {
  readonly subject: Subject;
  readonly world: World;
  readonly contract: Contract;
  /** The target answers from a document: waiting for a change of state is of no use. */
  readonly mock: boolean;
  /** Moves the target's clock where that is possible; waits otherwise. */
  readonly pass: (milliseconds: number) => Promise<void>;
  readonly #ask: Ask;
  readonly #custody: Custody;
  readonly #accepted = new Map<OperationId, Exchange>();
  readonly #forbids: (risk: Risk) => string | undefined;
  readonly #wire: (call: Call) => UndoRequest;
  #wrote = false;

  constructor(parts: {
    subject: Subject;
    world: World;
    contract: Contract;
    mock: boolean;
    ask: Ask;
    custody: Custody;
    pass: (milliseconds: number) => Promise<void>;
    wire: (call: Call) => UndoRequest;
    /** Why a risk may not be taken; `undefined` when the user permits it. */
    forbids: (risk: Risk) => string | undefined;
  }) {
    this.subject = parts.subject;
    this.world = parts.world;
    this.contract = parts.contract;
    this.mock = parts.mock;
    this.pass = parts.pass;
    this.#ask = parts.ask;
    this.#custody = parts.custody;
    this.#wire = parts.wire;
    this.#forbids = parts.forbids;
  }

  /** Sends a step and returns whatever came. Stories never share exchanges. */
  async ask(operation: OperationId, step: Step = {}): Promise<Exchange> {
    const { risk, routes } = this.contract.operation(operation);
    if (risk !== "read") this.#wrote = true;
    // What prepares a step may do more than the step itself: a simulation that is ended was started. What takes back is
    // no risk of its own.
    const grave = (risk === "costly" || risk === "irreversible") && routes.every(({ method }) => method !== "DELETE");
    const lacking = grave ? this.#forbids(risk) : undefined;
    if (lacking !== undefined) this.cannot(lacking);
    this.#needsAddress(operation, step);
    const once = (): Promise<Exchange> => this.#ask(this.#callOf(operation, step));
    let exchange = await once();
    if (this.#isUnseen(exchange, step)) exchange = await this.settles(once, (next) => !this.#isUnseen(next, step));
    if (wasAccepted(exchange)) this.#carriedOut(operation, exchange, Object.values(step.path ?? {}));
    return exchange;
  }

  /** A path with a gap in it addresses nothing, so it is never sent. */
  #needsAddress(operation: OperationId, step: Step): void {
    if (step.elsewhere !== undefined) return;
    const given = { ...fixturesFor(this.world, operation), ...step.path, ...step.rawPath };
    const gap = this.contract.operation(operation).pathParameters.find(({ name }) => !Object.hasOwn(given, name));
    if (gap !== undefined) this.cannot(`no ${gap.name} is known: state fixtures.${gap.name} in the target file`);
  }

  /** A record that the story made is said not to be there: how soon others see a write is not given, writes included. */
  #isUnseen({ response }: Exchange, { who, path = {} }: Step): boolean {
    const mayWrite = who === undefined || (typeof who === "object" && "role" in who);
    if (!mayWrite || !("status" in response) || response.status !== 404) return false;
    const own = Object.values(path).filter((id) => this.#custody.isMade(id));
    return own.length > 0 && !own.some((id) => this.#custody.wasRemoved(id));
  }

  #carriedOut(operation: OperationId, exchange: Exchange, addressed: readonly string[]): void {
    this.#accepted.delete(operation);
    this.#accepted.set(operation, exchange);
    if (exchange.request.method === "DELETE") for (const id of addressed) this.#custody.removed(id);
  }

  /** The accepted answer to an operation, where it came after that to another one. */
  acceptedSince(operation: OperationId, other: OperationId): Exchange | undefined {
    const order = [...this.#accepted.keys()];
    return order.indexOf(operation) > order.indexOf(other) ? this.#accepted.get(operation) : undefined;
  }

  /** The story has removed the record that it addressed by this id. */
  wasRemoved(id: string): boolean {
    return this.#custody.wasRemoved(id);
  }

  #callOf(operation: OperationId, step: Step): Call {
    const version = this.contract.route(operation, this.subject.version) ? this.subject.version : "standalone";
    return { version, ...step, operation, again: true };
  }

  /**
   * Repeats a read until it shows what was written, or has had time enough to: how soon it must is not stated. Returns
   * what it showed last.
   */
  async settles<T>(read: () => Promise<T>, shown: (value: T) => boolean): Promise<T> {
    let value = await read();
    for (let wait = FIRST_WAIT; wait <= LAST_WAIT && !shown(value); wait *= 2) {
      await this.pass(wait);
      value = await read();
    }
    return value;
  }

  /** What was made a moment ago may not be there for reads yet. */
  async #patiently(operation: OperationId, step: Step): Promise<Exchange> {
    const once = (): Promise<Exchange> => this.ask(operation, step);
    if (!this.#wrote || this.contract.operation(operation).risk !== "read") return once();
    return this.settles(once, (exchange) => !(answered(exchange) && UNSEEN.includes(exchange.response.status)));
  }

  /** Sends a step that is valid: any answer but 2xx ends the story. */
  async does(operation: OperationId, step: Step = {}, what = `${operation}`): Promise<Answer> {
    const exchange = await this.#patiently(operation, step);
    if (exchange.request.method === "POST" && step.who === undefined && saysNoMore(exchange))
      this.cannot(`${what} is answered ${received(exchange)}: quotas, and what else stands in its way, are not given`);
    this.holds(accepted(exchange, what));
    return this.answer(exchange);
  }

  /** Sends a step that another rule is about: when it is not accepted, this story has nothing to say. */
  async prepares(operation: OperationId, step: Step = {}, what = `${operation}`): Promise<Answer> {
    const exchange = await this.#patiently(operation, step);
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

  /**
   * Notes that the target now holds a record of the run's making; `undo` takes it away again when the story ends, or
   * `carefully` does where more than that one request may be needed.
   */
  made(operation: OperationId, id: string, undo: Undo, carefully?: () => Promise<Exchange>): void {
    this.#hold("made", operation, id, undo, carefully);
  }

  /** Puts something back as it was when the story ends; said before it is changed. */
  restores(operation: OperationId, id: string, undo: Undo): void {
    this.#hold("changed", operation, id, undo);
  }

  #hold(kind: "made" | "changed", operation: OperationId, id: string, undo: Undo, carefully?: () => Promise<Exchange>) {
    const { operation: by, ...step } = undo;
    const request = this.#wire(this.#callOf(by, step));
    this.#custody.holds(kind, operation, id, request, carefully ?? (() => this.ask(by, step)));
  }
}
