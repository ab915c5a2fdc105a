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
import { fixturesFor } from "../target/fixtures-for.ts";
import { greeting } from "../target/greeting.ts";
import type { Credentials } from "../target/target.ts";
import type { World } from "../target/world.ts";
import type { Step } from "./step.ts";
import { StoryAddresses, type StoryPlace } from "./story-addresses.ts";
import { StoryMemory } from "./story-memory.ts";
import { StoryRecords } from "./story-records.ts";
import { StoryStopped } from "./story-stopped.ts";

/** How a record that is not there is answered: no status is given for that. */
const UNSEEN: readonly number[] = [400, 403, 404, 410];

/** What a story is told with. */
export interface StoryParts extends StoryPlace {
  readonly mock: boolean;
  readonly ask: Ask;
  readonly custody: Custody;
  /** Answers for what the story makes and changes. */
  readonly by: string;
  readonly speed: number;
  /** The versions that the target is judged in. */
  readonly versions: readonly RouteVersion[];
  readonly roles: ReadonlySet<Role>;
  /** The user lends such a key. */
  readonly lends: (key: keyof Credentials) => boolean;
  /** Hears of an exchange of another story that this one relies on. */
  readonly shown: (exchange: Exchange) => void;
  readonly pass: (milliseconds: number) => Promise<void>;
}

/** Tells a story of dependent requests: each step either holds or ends it, and what was made is removed at the end. */
export class Story {
  readonly subject: Subject;
  readonly world: World;
  readonly contract: Contract;
  /** The target answers from a document: waiting for a change of state is of no use. */
  readonly mock: boolean;
  /** Moves the target's clock where that is possible; waits otherwise. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** How many times as soon as usual the target gets done with what takes its time. */
  readonly speed: number;
  /** The roles of which a key is stated; under any other a request would go out without one. */
  readonly roles: ReadonlySet<Role>;
  /** Whether the user lends such a key; under one that is missing a request would go out without any. */
  readonly lends: (key: keyof Credentials) => boolean;
  readonly addresses: StoryAddresses;
  readonly memory: StoryMemory;
  readonly records: StoryRecords;
  readonly #ask: Ask;
  #wrote = false;

  constructor(parts: StoryParts) {
    this.subject = parts.subject;
    this.world = parts.world;
    this.contract = parts.contract;
    this.mock = parts.mock;
    this.pass = parts.pass;
    this.speed = parts.speed;
    this.roles = parts.roles;
    this.lends = parts.lends;
    this.#ask = parts.ask;
    this.addresses = new StoryAddresses(parts, parts.versions);
    this.records = new StoryRecords(parts.custody, this.addresses, parts.by, parts.shown);
    this.memory = new StoryMemory(parts, this.addresses, this.records, (exchange) => {
      parts.shown(exchange);
      this.#wrote = true;
    });
  }

  /** Sends a step and returns whatever came. Stories never share exchanges. */
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

  /** What may have been carried out, and nobody knows, has used up what it works on. */
  async #asks(operation: OperationId, step: Step): Promise<Exchange> {
    try {
      const exchange = await this.#ask(this.addresses.callOf(operation, step));
      if (!wasRefused(exchange) && !wasAccepted(exchange)) this.memory.usesUp(operation, step);
      return exchange;
    } catch (error) {
      if (error instanceof LostAnswerError) this.memory.usesUp(operation, step);
      throw error;
    }
  }

  /** A record that the story made is said not to be there: how soon others see a write is not given, writes included. */
  #isUnseen({ response }: Exchange, operation: OperationId, { who, path = {} }: Step): boolean {
    const mayWrite = who === undefined || (typeof who === "object" && "role" in who);
    if (!mayWrite || !("status" in response) || response.status !== 404) return false;
    return this.records.isThere(Object.values(path), { ...fixturesFor(this.world, operation), ...path });
  }

  /** Repeats a read until it shows what was written, or has had time enough to; returns what it showed last. */
  eventually<T>(read: () => Promise<T>, shown: (value: T) => boolean): Promise<T> {
    return eventually(this.pass, read, shown);
  }

  /** Repeats what takes its time until it has come to an end, or for so many rounds; returns what came last. */
  untilOver<T>(look: () => Promise<T>, isOver: (value: T) => boolean, rounds?: number): Promise<T> {
    return untilOver(this.pass, look, isOver, { rounds, speed: this.speed });
  }

  /** The id of a record that the story made, where it can be addressed by it; ends the story otherwise. */
  ownId(id: string | undefined, what: string): string {
    if (id === undefined || readText(recordId, id).kind !== "value")
      return this.cannot(`${what} has no well-formed id (${quoted(id)}), so it cannot be addressed`);
    const why = this.records.whyForeign(id);
    return why === undefined ? id : this.cannot(`the run did not create ${what}: ${why}`);
  }

  /** What was made a moment ago may not be there for reads yet. */
  async #patiently(operation: OperationId, step: Step): Promise<Exchange> {
    const once = (): Promise<Exchange> => this.ask(operation, step);
    if (!this.#wrote || this.contract.operation(operation).risk !== "read") return once();
    return this.eventually(once, (exchange) => !(answered(exchange) && UNSEEN.includes(exchange.response.status)));
  }

  /** Sends a step that is valid: any answer but 2xx ends the story. */
  async does(operation: OperationId, step: Step = {}, what = `${operation}`): Promise<Answer> {
    const exchange = await this.#patiently(operation, step);
    if (exchange.request.method === "POST" && step.who === undefined && saysNoMore(exchange))
      this.cannot(
        `${what} returned ${received(exchange)}: the description does not define quotas and other reasons to refuse it`,
      );
    this.requires(accepted(exchange, what));
    return this.answer(exchange);
  }

  /** Sends a step that another rule is about: when it is not accepted, this story has nothing to say. */
  async prepares(operation: OperationId, step: Step = {}, what = `${operation}`): Promise<Answer> {
    const exchange = await this.#patiently(operation, step);
    if (!wasAccepted(exchange))
      this.cannot(`${what} is not accepted (${received(exchange)}), so the check cannot test this rule`);
    return this.answer(exchange);
  }

  /** Sends a step that is wrong in one respect: any answer but 4xx ends the story. */
  async refuses(operation: OperationId, step: Step, what: string): Promise<void> {
    this.requires(refused(await this.ask(operation, { due: "refusal", ...step }), what));
  }

  /** Sees that the target answers a plain read; one that does not has nothing to say here. */
  async greets(): Promise<void> {
    const read = greeting(this.contract, this.world, this.subject.version);
    if (read !== undefined) await this.prepares(read.operation);
  }

  /** The answer of an exchange; none ends the story. */
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

  /** Steps of which what is broken weighs no more than a SHOULD. */
  async mildly<T>(steps: () => Promise<T>): Promise<T> {
    try {
      return await steps();
    } catch (thrown) {
      throw thrown instanceof StoryStopped ? new StoryStopped(mild(thrown.judgement)) : thrown;
    }
  }

  /** Ends the story because something it needs is not there: no fault of the target. */
  cannot(reason: string): never {
    throw new StoryStopped(inconclusive(reason));
  }
}
