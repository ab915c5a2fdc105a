import { type Answer, answered, type Exchange } from "@plumbline/client";
import {
  type Contract,
  isWriteId,
  type OperationId,
  operations,
  type Role,
  type RouteVersion,
  readText,
  recordId,
  type WriteId,
} from "@plumbline/schemas";
import { recordOf } from "../custody/bears.ts";
import type { Custody } from "../custody/custody.ts";
import type { Sweep, WriteOutcome } from "../custody/sweep.ts";
import type { FailedRemoval } from "../custody/undo-parts.ts";
import { accepted, jsonOf, received, refused, wasAccepted } from "../ground/answers.ts";
import type { Ask } from "../ground/ask.ts";
import type { Call } from "../ground/call.ts";
import type { Path } from "../ground/fields.ts";
import { broken, decidedBy, type Judgement, mild, unable } from "../ground/judgement.ts";
import { quoted } from "../ground/quoted.ts";
import { comesTo, settles } from "../ground/settles.ts";
import type { Subject } from "../ground/subject.ts";
import { saysNoMore } from "../oracles/says-no-more.ts";
import { fixturesFor } from "../target/fixtures-for.ts";
import { greeting } from "../target/greeting.ts";
import type { Sent } from "../target/memory.ts";
import type { World } from "../target/world.ts";
import { staysBehind } from "../writes/stays-behind.ts";
import { WRITES } from "../writes/table.ts";
import type { BodyParts, Write } from "../writes/write.ts";
import { StoryStopped } from "./story-stopped.ts";

/** How a record that is not there is answered: no status is given for that. */
const UNSEEN: readonly number[] = [400, 403, 404, 410];

/** What a story states of a request; its operation stands beside it. */
export type Step = Omit<Partial<Call>, "operation" | "version"> & { readonly version?: RouteVersion };

/** What makes a step another than the plain call of its operation. */
const NOT_PLAIN = ["who", "query", "rawQuery", "rawBody", "rawPath", "due", "method", "elsewhere"] as const;

/** Who answers for what a lane keeps from one story to the next. */
export const lifeOf = (lane: string): string => `the lives of ${lane}`;

/** How what works on the record of a create addresses it. */
function addressOf(create: OperationId, exchange: Exchange, sent: unknown, contract: Contract): Path | undefined {
  const { on } = Object.values<Write>(WRITES).find((one) => one.on?.create === create) ?? {};
  const effect = on && WRITES[on.create].effect;
  if (effect?.kind !== "makes") return undefined;
  return on?.address(recordOf(jsonOf(exchange), contract.field(effect.id)), sent, contract);
}

/** Records that stay serve every story, so the run answers for them, and equal creates are sent once. */
const SHARED = { keptFor: "what stays", send: "once" } as const;

/** Whether a step is a create that should be carried out, and whose record nothing removes. */
const leavesRecord = (operation: OperationId, { due, who = "main" }: Step): boolean =>
  staysBehind(operation) && due === undefined && (who === "main" || (typeof who === "object" && "role" in who));

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
  /** The versions that the target is judged in. */
  readonly versions: readonly RouteVersion[];
  /** The roles of which a key is stated; under any other a request would go out without one. */
  readonly roles: ReadonlySet<Role>;
  readonly #ask: Ask;
  readonly #custody: Custody;
  readonly #by: string;
  readonly #shown: (exchange: Exchange) => void;
  #wrote = false;

  constructor(parts: {
    subject: Subject;
    world: World;
    contract: Contract;
    mock: boolean;
    ask: Ask;
    custody: Custody;
    /** Answers for what the story makes and changes. */
    by: string;
    speed: number;
    versions: readonly RouteVersion[];
    roles: ReadonlySet<Role>;
    /** Hears of an exchange of another story that this one relies on. */
    shown: (exchange: Exchange) => void;
    pass: (milliseconds: number) => Promise<void>;
  }) {
    this.subject = parts.subject;
    this.world = parts.world;
    this.contract = parts.contract;
    this.mock = parts.mock;
    this.pass = parts.pass;
    this.#ask = parts.ask;
    this.#custody = parts.custody;
    this.#by = parts.by;
    this.speed = parts.speed;
    this.versions = parts.versions;
    this.roles = parts.roles;
    this.#shown = parts.shown;
  }

  /** Sends a step and returns whatever came. Stories never share exchanges. */
  async ask(operation: OperationId, step: Step = {}): Promise<Exchange> {
    if (this.contract.operation(operation).risk !== "read") this.#wrote = true;
    this.#needsAddress(operation, step);
    const once = (): Promise<Exchange> => this.#ask(this.#callOf(operation, step));
    let exchange = await once();
    this.#remember(operation, step, exchange);
    const isUnseen = (next: Exchange): boolean => this.#isUnseen(next, operation, step);
    if (isUnseen(exchange)) exchange = await this.settles(once, (next) => !isUnseen(next));
    return exchange;
  }

  /** What was accepted serves the stories that follow; slow lives are shared, so what stands since then does as well. */
  #remember(operation: OperationId, step: Step, exchange: Exchange): void {
    const write: Write | undefined = isWriteId(operation) ? WRITES[operation] : undefined;
    if (write === undefined || !wasAccepted(exchange)) return;
    const { memory } = this.world;
    const { path, version } = this.#callOf(operation, step) as Call & { version: RouteVersion };
    if (NOT_PLAIN.every((name) => step[name] === undefined)) memory.accept(operation, version, exchange);
    if (write.effect.kind === "owned") memory.usesUp(path?.[write.effect.parameter]);
    if (leavesRecord(operation, step))
      memory.leaves(operation, version, addressOf(operation, exchange, step.body, this.contract));
    if (write.slow !== true) return;
    memory.rested.delete(operation);
    if (write.effect.kind === "starts") memory.stand(operation, version, exchange);
  }

  /** The answer to a write of the story's version that was accepted before; it is evidence of this story too. */
  recalls(operation: OperationId, what?: string): Exchange | undefined {
    const { version } = this.#callOf(operation, {});
    return this.#takesOver(this.world.memory.accepted(operation, version, what));
  }

  /** Remembers the answer to a write that was accepted, for stories that ask for the same. */
  keeps(operation: WriteId, what: string, exchange: Exchange): void {
    const { version } = this.#callOf(operation, {});
    this.world.memory.accept(operation, version, exchange, what);
  }

  /** The answer to the start of what stands, where a story of this lane has started it in the story's version. */
  standing(operation: WriteId): Exchange | undefined {
    const { version } = this.#callOf(operation, {});
    return this.#takesOver(this.stands(operation) ? this.world.memory.standing(operation, version) : undefined);
  }

  /** Bodies that rules share because each makes a record that stays: sent now, unless a story before has. */
  async sendsOnce(name: string, send: () => AsyncIterable<Sent>): Promise<readonly Sent[]> {
    const { memory } = this.world;
    const { version } = this.subject;
    const known = memory.sent(name, version);
    if (known !== undefined) {
      for (const { exchange } of known) this.#takesOver(exchange);
      return known;
    }
    const all: Sent[] = [];
    for await (const one of send()) all.push(one);
    memory.keepSent(name, version, all);
    return all;
  }

  /** What a story before has written may have been written a moment ago, as if it were this story's own. */
  #takesOver(known: Exchange | undefined): Exchange | undefined {
    if (known === undefined) return undefined;
    this.#shown(known);
    this.#wrote = true;
    return known;
  }

  /** A path with a gap in it addresses nothing, so it is never sent. */
  #needsAddress(operation: OperationId, step: Step): void {
    if (step.elsewhere !== undefined) return;
    const given = { ...fixturesFor(this.world, operation), ...step.path, ...step.rawPath };
    const gap = this.contract.operation(operation).pathParameters.find(({ name }) => !Object.hasOwn(given, name));
    if (gap !== undefined) this.cannot(`no ${gap.name} is known: state fixtures.${gap.name} in the target file`);
  }

  /** A record that the story made is said not to be there: how soon others see a write is not given, writes included. */
  #isUnseen({ response }: Exchange, operation: OperationId, { who, path = {} }: Step): boolean {
    const mayWrite = who === undefined || (typeof who === "object" && "role" in who);
    if (!mayWrite || !("status" in response) || response.status !== 404) return false;
    const own = Object.values(path);
    const place = { ...fixturesFor(this.world, operation), ...path };
    return own.some((id) => this.#custody.owns(id, place)) && !own.some((id) => this.#custody.wasRemoved(id));
  }

  #callOf(operation: OperationId, step: Step): Call {
    const version = operations[operation].standalone ? "standalone" : this.subject.version;
    const sending = leavesRecord(operation, step) ? SHARED : { ...this.#owner(operation), send: "again" as const };
    return { version, ...sending, ...step, operation };
  }

  /** What is slow to start and to end is kept for the stories that follow in its lane. */
  #owner(operation: OperationId): Pick<Call, "keptFor"> {
    const write: Write | undefined = isWriteId(operation) ? WRITES[operation] : undefined;
    const isLife = write?.slow === true && (write.effect.kind === "starts" || write.effect.kind === "ends");
    return isLife && write.lane !== undefined ? { keptFor: lifeOf(write.lane) } : {};
  }

  /** Repeats a read until it shows what was written, or has had time enough to; returns what it showed last. */
  settles<T>(read: () => Promise<T>, shown: (value: T) => boolean): Promise<T> {
    return settles(this.pass, read, shown);
  }

  /** Repeats what takes its time until it has come to an end, or for so many rounds; returns what came last. */
  comesTo<T>(look: () => Promise<T>, isOver: (value: T) => boolean, rounds?: number): Promise<T> {
    return comesTo(this.pass, look, isOver, { rounds, speed: this.speed });
  }

  /** What the body of a write is made from. */
  parts(operation: WriteId, name: string): BodyParts {
    const { contract, world } = this;
    return { contract, world, operation, version: this.#callOf(operation, {}).version, name };
  }

  /** The path parameters in which the place of an operation is another than that of most: a cluster of its own kind. */
  placeOf(operation: OperationId): Path {
    const own: Readonly<Record<string, string | undefined>> = fixturesFor(this.world, operation);
    const common: Readonly<Record<string, string | undefined>> = this.world.fixtures;
    return Object.fromEntries(
      this.contract.operation(operation).pathParameters.flatMap(({ name }) => {
        const value = own[name];
        return name.endsWith("Id") || value === undefined || value === common[name] ? [] : [[name, value]];
      }),
    );
  }

  /** The record in an answer to a create, whether or not an envelope is around it. */
  recordIn(create: WriteId, json: unknown): unknown {
    const { effect } = WRITES[create];
    return effect.kind === "makes" ? recordOf(json, this.contract.field(effect.id)) : json;
  }

  /** The version of the story where it has the operation, the current one otherwise. */
  servedAs(operation: OperationId): Pick<Step, "version"> {
    return this.contract.route(operation, this.subject.version) ? {} : { version: "2" };
  }

  /** Every version in which the operation can be asked for, that of the story first. */
  servedIn(operation: OperationId): readonly RouteVersion[] {
    const own = this.servedAs(operation).version ?? this.subject.version;
    return this.contract
      .operation(operation)
      .routes.map(({ version }) => version)
      .filter((version) => this.versions.includes(version) && !this.world.unbound.has(`${operation}/${version}`))
      .toSorted((one, other) => Number(other === own) - Number(one === own));
  }

  /** What a write of the story is about to replace, in the target's words; it is put back when the story ends. */
  borrows(operation: WriteId, step: Step = {}): Promise<unknown> {
    return this.#custody.borrows(this.#callOf(operation, step), this.#by);
  }

  /** What was seen beside the first write of an operation with this outcome, in the story's version. */
  sweepOf(operation: WriteId, outcome: WriteOutcome): Sweep | undefined {
    return this.#custody.sweepOf(operation, this.#callOf(operation, {}).version as RouteVersion, outcome);
  }

  /** A removal of the run's own that did not do what it says, where no more records are made because of it. */
  async failedRemoval(remove: WriteId): Promise<FailedRemoval | undefined> {
    const { version } = this.#callOf(remove, {});
    const failed = await this.#custody.failedRemoval(remove, version as RouteVersion);
    if (failed !== undefined) this.#shown(failed.exchange);
    return failed;
  }

  /** Why an operation is sent no more: something changed beside it that it did not address. */
  whyHarmful(operation: WriteId): string | undefined {
    return this.#custody.whyHarmful(operation);
  }

  /** Sees to it that records of the run's own stand beside what an operation works on. */
  accompany(operation: WriteId): Promise<void> {
    return this.#custody.accompany(operation, this.#callOf(operation, {}).version as RouteVersion);
  }

  /** Whether something stands that the story has started. */
  stands(operation: WriteId): boolean {
    return this.#custody.stands(operation, this.#owner(operation).keptFor ?? this.#by);
  }

  /** The id of a record that the story made, where it can be addressed by it; ends the story otherwise. */
  ownId(id: string | undefined, what: string): string {
    if (id === undefined || readText(recordId, id).kind !== "value")
      return this.cannot(`${what} has no well-formed id (${quoted(id)}), so it cannot be addressed`);
    const why = this.whyForeign(id);
    return why === undefined ? id : this.cannot(`${what} is none of its own: ${why}`);
  }

  /** A create answered with the id of a record that was there before the run. */
  wasThere(id: string): boolean {
    return this.#custody.wasThere(id);
  }

  /** Why the record of an answer is not one that the story made; `undefined` when nothing speaks against it. */
  whyForeign(id: string): string | undefined {
    return this.#custody.whyForeign(id);
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
    this.requires(accepted(exchange, what));
    return this.answer(exchange);
  }

  /** Sends a step that another rule is about: when it is not accepted, this story has nothing to say. */
  async prepares(operation: OperationId, step: Step = {}, what = `${operation}`): Promise<Answer> {
    const exchange = await this.#patiently(operation, step);
    if (!wasAccepted(exchange))
      this.cannot(`${what} is not accepted (${received(exchange)}), so nothing can be said about this rule`);
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
    throw new StoryStopped(unable(reason));
  }
}
