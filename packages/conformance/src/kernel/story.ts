import { type Answer, answered, type Exchange } from "@plumbline/client";
import { type Contract, type OperationId, type Role, type RouteVersion, readText, recordId } from "@plumbline/schemas";
import type { Custody } from "../custody/custody.ts";
import { LostAnswerError } from "../custody/lost-answer-error.ts";
import { accepted, received, refused, wasAccepted, wasRefused } from "../ground/answers.ts";
import type { Ask } from "../ground/ask.ts";
import { eventually, untilOver } from "../ground/eventually.ts";
import { broken, decidedBy, inconclusive, type Judgement, mild } from "../ground/judgement.ts";
import { quoted } from "../ground/quoted.ts";
import type { Subject } from "../ground/subject.ts";
import { saysNoMore } from "../oracles/says-no-more.ts";
import type { Without } from "../target/declared.ts";
import { fixturesFor } from "../target/fixtures-for.ts";
import { greeting } from "../target/greeting.ts";
import type { Credentials } from "../target/target.ts";
import type { World } from "../target/world.ts";
import { type Judged, judgedEach } from "./judged-each.ts";
import type { Step } from "./step.ts";
import { StoryAddresses, type StoryPlace } from "./story-addresses.ts";
import { StoryMemory } from "./story-memory.ts";
import { StoryRecords } from "./story-records.ts";
import { StoryStopped } from "./story-stopped.ts";

/** Statuses of a read for a record that does not exist: the description names none. */
const UNSEEN: readonly number[] = [400, 403, 404, 410];

/** The parts that a story uses. */
export interface StoryParts extends StoryPlace {
  readonly mock: boolean;
  readonly ask: Ask;
  readonly custody: Custody;
  /** The owner of everything that the story makes and changes. */
  readonly by: string;
  readonly speed: number;
  /** The versions in which the target is judged. */
  readonly versions: readonly RouteVersion[];
  readonly roles: ReadonlySet<Role>;
  /** The parts that the server lacks according to its target file. */
  readonly without?: Without | undefined;
  /** Whether the user gave this credential. */
  readonly lends: (key: keyof Credentials) => boolean;
  /** Gets each exchange of another story that this one relies on. */
  readonly shown: (exchange: Exchange) => void;
  readonly pass: (milliseconds: number) => Promise<void>;
}

/** A story sends dependent requests: each step holds or ends the story, and the run undoes its effects at the end. */
export class Story {
  readonly subject: Subject;
  readonly world: World;
  readonly contract: Contract;
  /** The target is a mock that answers from a document, so its state never changes. */
  readonly mock: boolean;
  /** Moves the target's clock if that is possible; waits otherwise. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** How many times faster than usual the target finishes slow operations. */
  readonly speed: number;
  /** The roles for which the user gave a key; a request with another role would have no credentials. */
  readonly roles: ReadonlySet<Role>;
  /** The parts that the server lacks according to its target file. */
  readonly without: Without | undefined;
  /** Whether the user gave this credential; without it, a request would have no credentials. */
  readonly lends: (key: keyof Credentials) => boolean;
  readonly addresses: StoryAddresses;
  readonly memory: StoryMemory;
  readonly records: StoryRecords;
  readonly #ask: Ask;
  #wrote = false;
  /** Whether the target carried out a write with the main key, for this story or for one that this story relies on. */
  #mayWrite = false;

  constructor(parts: StoryParts) {
    this.subject = parts.subject;
    this.world = parts.world;
    this.contract = parts.contract;
    this.mock = parts.mock;
    this.pass = parts.pass;
    this.speed = parts.speed;
    this.roles = parts.roles;
    this.without = parts.without;
    this.lends = parts.lends;
    this.#ask = parts.ask;
    this.addresses = new StoryAddresses(parts, parts.versions);
    this.records = new StoryRecords(parts.custody, this.addresses, parts.by, parts.shown);
    this.memory = new StoryMemory(parts, this.addresses, this.records, (exchange) => {
      parts.shown(exchange);
      this.#wrote = true;
      this.#mayWrite = true;
    });
  }

  /** Sends a step and returns any answer. Stories never share exchanges. */
  async ask(operation: OperationId, step: Step = {}): Promise<Exchange> {
    if (this.contract.operation(operation).risk !== "read") this.#wrote = true;
    const gap = this.addresses.gapOf(operation, step);
    if (gap !== undefined) this.cannot(`the run knows no ${gap}: state fixtures.${gap} in the target file`);
    const once = (): Promise<Exchange> => this.#asks(operation, step);
    let exchange = await once();
    this.memory.notes(operation, step, exchange);
    const isUnseen = (next: Exchange): boolean => this.#isUnseen(next, operation, step);
    if (isUnseen(exchange)) exchange = await this.eventually(once, (next) => !isUnseen(next));
    return exchange;
  }

  /** If the outcome of a step is unknown, its record counts as used up. */
  async #asks(operation: OperationId, step: Step): Promise<Exchange> {
    try {
      const exchange = await this.#ask(this.addresses.callOf(operation, step));
      if (this.#isOfMainKey(operation, step) && wasAccepted(exchange)) this.#mayWrite = true;
      if (!wasRefused(exchange) && !wasAccepted(exchange)) this.memory.usesUp(operation, step);
      return exchange;
    } catch (error) {
      if (error instanceof LostAnswerError) this.memory.usesUp(operation, step);
      throw error;
    }
  }

  /**
   * Whether an answer denies a record that the story made: the description does not say how soon other requests,
   * including writes, see a new record.
   */
  #isUnseen({ response }: Exchange, operation: OperationId, { who, path = {} }: Step): boolean {
    const mayWrite = who === undefined || (typeof who === "object" && "role" in who);
    if (!mayWrite || !("status" in response) || response.status !== 404) return false;
    return this.records.isThere(Object.values(path), { ...fixturesFor(this.world, operation), ...path });
  }

  /** Repeats a read until it shows the written state, or until it has had enough time; returns the last answer. */
  eventually<T>(read: () => Promise<T>, shown: (value: T) => boolean): Promise<T> {
    return eventually(this.pass, read, shown);
  }

  /** Repeats a slow look until it is over, or for this many rounds; returns the last answer. */
  untilOver<T>(look: () => Promise<T>, isOver: (value: T) => boolean, rounds?: number): Promise<T> {
    return untilOver(this.pass, look, isOver, { rounds, speed: this.speed });
  }

  /** The id of a record that the story made; ends the story if the record cannot be addressed by it. */
  ownId(id: string | undefined, what: string): string {
    if (id === undefined || readText(recordId, id).kind !== "value")
      return this.cannot(`${what} has no well-formed id (${quoted(id)}), so it cannot be addressed`);
    const why = this.records.whyForeign(id);
    return why === undefined ? id : this.cannot(`the run did not create ${what}: ${why}`);
  }

  /** Reads may not show a new record yet, so they are repeated. */
  async #patiently(operation: OperationId, step: Step): Promise<Exchange> {
    const once = (): Promise<Exchange> => this.ask(operation, step);
    if (!this.#wrote || this.contract.operation(operation).risk !== "read") return once();
    return this.eventually(once, (exchange) => !(answered(exchange) && UNSEEN.includes(exchange.response.status)));
  }

  /** Sends a valid step: any answer but 2xx ends the story. */
  async does(operation: OperationId, step: Step = {}, what = `${operation}`): Promise<Answer> {
    const exchange = await this.#patiently(operation, step);
    if (exchange.request.method === "POST" && step.who === undefined && saysNoMore(exchange))
      this.cannot(
        `${what} returned ${received(exchange)}: the description does not define quotas and other reasons to refuse it`,
      );
    if (this.#lacksRole(operation, step, exchange))
      this.cannot(
        `${what} with the main key returned ${received(exchange)}: give the key the role that the operation needs`,
      );
    this.requires(accepted(exchange, what));
    return this.answer(exchange);
  }

  /**
   * Whether a write with the main key was refused with 403, as a mirror that only reads refuses every write. It was not
   * if the target has carried out another one.
   */
  #lacksRole(operation: OperationId, step: Step, exchange: Exchange): boolean {
    if (this.#mayWrite || !this.#isOfMainKey(operation, step)) return false;
    return answered(exchange) && exchange.response.status === 403;
  }

  #isOfMainKey(operation: OperationId, { who }: Step): boolean {
    return who === undefined && this.contract.operation(operation).risk !== "read";
  }

  /** Sends a step that another rule tests: if it is not accepted, this story ends as inconclusive. */
  async prepares(operation: OperationId, step: Step = {}, what = `${operation}`): Promise<Answer> {
    return this.prepared(await this.#patiently(operation, step), what);
  }

  /** The answer to such a step; the story ends as inconclusive unless it was accepted. */
  prepared(exchange: Exchange, what: string): Answer {
    if (!wasAccepted(exchange))
      this.cannot(`${what} is not accepted (${received(exchange)}), so the check cannot test this rule`);
    return this.answer(exchange);
  }

  /** Sends a step with one mistake: any answer but 4xx ends the story. */
  async refuses(operation: OperationId, step: Step, what: string): Promise<void> {
    this.requires(refused(await this.ask(operation, { due: "refusal", ...step }), what));
  }

  /**
   * Sends steps that each have one mistake, by name: any answer but 4xx ends the story. The first goes alone; if the
   * target refuses it, the others go out together.
   */
  async refusesEach(operation: OperationId, steps: Readonly<Record<string, Step>>): Promise<void> {
    const all = Object.entries(steps).map(([what, step]) => ({
      send: () => this.ask(operation, { due: "refusal", ...step }),
      judge: (exchange: Exchange) => refused(exchange, what),
    }));
    this.requires(await this.judgesEach(operation, all));
  }

  /**
   * Sends requests of an operation that should all be answered alike, and returns the first judgement that does not
   * hold. They go one by one if nothing could undo one that the target accepts.
   */
  judgesEach(operation: OperationId, all: readonly Judged[]): Promise<Judgement> {
    return judgedEach(all, this.contract.operation(operation).risk !== "irreversible");
  }

  /** Makes sure that the target answers a plain read; otherwise the story ends as inconclusive. */
  async greets(): Promise<void> {
    const read = greeting(this.contract, this.world, this.subject.version);
    if (read !== undefined) await this.prepares(read.operation);
  }

  /** The answer of an exchange; an exchange without one ends the story. */
  answer(exchange: Exchange): Answer {
    if (answered(exchange)) return exchange.response;
    throw new StoryStopped(broken("an answer", received(exchange)));
  }

  /** Ends the story unless the judgement holds. */
  requires(judgement: Judgement): void {
    if (judgement.kind !== "holds") throw new StoryStopped(judgement);
  }

  /** Ends the story unless the condition is true; `where` is the place that shows it. */
  must(condition: boolean, expected: string, got: string, where?: string): void {
    if (!condition) throw new StoryStopped(decidedBy(broken(expected, got), where));
  }

  /** Runs steps whose broken judgements count as a SHOULD at most. */
  async mildly<T>(steps: () => Promise<T>): Promise<T> {
    try {
      return await steps();
    } catch (thrown) {
      throw thrown instanceof StoryStopped ? new StoryStopped(mild(thrown.judgement)) : thrown;
    }
  }

  /** Ends the story as inconclusive because a precondition is missing, which is no fault of the target. */
  cannot(reason: string): never {
    throw new StoryStopped(inconclusive(reason));
  }
}
