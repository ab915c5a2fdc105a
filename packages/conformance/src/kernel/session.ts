import { answered, type Connection, type Exchange, pause, steadyNow } from "@plumbline/client";
import type { Redacted } from "@plumbline/report";
import type { Contract } from "@plumbline/schemas";
import { Custody } from "../custody/custody.ts";
import { HandsOffError } from "../custody/hands-off-error.ts";
import { LostAnswerError } from "../custody/lost-answer-error.ts";
import { Patience } from "../custody/patience.ts";
import type { BystanderCare } from "../custody/request.ts";
import { Turn } from "../custody/turn.ts";
import { wasAccepted, wasRefused } from "../ground/answers.ts";
import type { Call } from "../ground/call.ts";
import { Habits } from "../ground/habits.ts";
import type { Log } from "../ground/journal.ts";
import { MARK } from "../ground/mark.ts";
import { ignoreNotSent } from "../ground/not-sent-error.ts";
import { mayBeOnTheWay } from "../ground/on-the-way.ts";
import type { Said } from "../ground/said.ts";
import type { WatchedExchange } from "../ground/watched-exchange.ts";
import { forbidden } from "../target/permission.ts";
import type { Target } from "../target/target.ts";
import type { World } from "../target/world.ts";
import { compose } from "./compose.ts";
import { custodyParts, PATIENCE } from "./custody-parts.ts";
import { DescribedExchanges } from "./described-exchanges.ts";
import type { Gate } from "./gate.ts";
import { HeavyAnswers } from "./heavy-answers.ts";
import { Pulse } from "./pulse.ts";
import type { Recorder } from "./recorder.ts";
import { Sender } from "./sender.ts";
import { TokenPace } from "./token-pace.ts";
import { isTrouble } from "./trouble.ts";
import { Watching } from "./watching.ts";
import { riskOf, routeOf } from "./where.ts";

/** The means of a session. The run opens and closes them; the session only uses them. */
export interface SessionParts {
  readonly target: Target;
  readonly connection: Connection;
  readonly recorder: Recorder;
  readonly gate: Gate;
  readonly journal: Log;
  readonly signal: AbortSignal;
  /** The treatment of records next to written ones. Default: the run does not look at them. */
  readonly bystanders?: BystanderCare;
  /** The mark in the records that this conversation creates or removes. Default: the mark of this process. */
  readonly mark?: string;
  /** How often the run tries a removal that the target refuses because of another record. */
  readonly rounds?: number;
  /** Milliseconds to wait for another run, or for a target that asks to be left alone. Default 120 seconds. */
  readonly patience?: number;
  /** Gets a sentence about each wait before it begins. */
  readonly onWait?: (text: string) => void;
}

/** Gets every request and its answer. */
export interface Listener {
  /**
   * Called before a write is sent; the returned function is called when its exchange was heard, or when none will come.
   */
  readonly begins: (call: Call) => () => void;
  readonly hear: (exchange: Exchange, call: Call) => void;
  /** Resolves when no part asks about created records any more. */
  readonly settled: () => Promise<void>;
  /** Judgements of rules about records since the last call; the next call repeats those that still hold. */
  readonly said: () => readonly Said[];
}

/** The number of clock moves that are remembered: enough for longer than any request takes. */
const MOST_SKIPS = 500;

/** The name under which the cleanup sends its requests. */
export const TIDIES = "custody";
/** The operations with which a run signals its presence to other runs. */
const SIGNED_BY = ["createAlertConfig", "listAlertConfigs", "deleteAlertConfig"] as const;

/**
 * One conversation with a target: preflight, checks and campaigns send through it, and invariants see every exchange.
 */
export class Session {
  readonly target: Target;
  /** Redacts every text that may quote the target. */
  readonly gate: Gate;
  readonly journal: Log;
  readonly signal: AbortSignal;
  /** The known contents of the target; the doctor adds to them. */
  world: World;
  readonly #parts: SessionParts;
  readonly #sender: Sender;
  readonly #pulse: Pulse;
  readonly #watching: Watching;
  readonly #described: DescribedExchanges;
  readonly #habits = new Habits();
  readonly #heavy: HeavyAnswers;
  /** The total milliseconds by which the target's clock was moved. */
  #skipped = 0;
  /** The time of each move and the total after it, newest last. */
  #skips: readonly { readonly at: number; readonly skipped: number }[] = [];
  #listener: Listener | undefined;
  /** Writes that are sent only once, by their bytes. */
  readonly #written = new Map<string, Promise<Exchange>>();
  /** Guards and undoes everything that the run creates and changes. */
  readonly custody: Custody;
  /** Keeps other runs apart from this one. */
  readonly turn: Turn;

  constructor(parts: SessionParts, world: World) {
    const { target, recorder, bystanders = "none", mark, patience = PATIENCE, rounds } = parts;
    this.target = target;
    this.gate = parts.gate;
    this.journal = parts.journal;
    this.signal = parts.signal;
    this.world = world;
    this.#parts = parts;
    this.#watching = new Watching(
      target.contract,
      recorder,
      (exchange) => isTrouble(exchange) || mayBeOnTheWay(exchange),
    );
    this.#described = new DescribedExchanges(target.contract);
    this.#heavy = new HeavyAnswers(patience);
    this.#pulse = this.#newPulse();
    this.#sender = this.#newSender();
    const conversation = {
      // Cleanup sends its requests even if the run was interrupted.
      ask: (call: Call) => this.#tidies(call),
      pass: (milliseconds: number) => this.pass(milliseconds),
      send: async (call: Call) => {
        this.#needsJournal();
        return this.#believed(await this.#sender.send(call, TIDIES), call);
      },
      wait: (milliseconds: number) => this.wait(milliseconds),
      bystanders,
      concluded: async () => this.#listener?.settled(),
      now: () => Date.now() + this.#skipped,
      habits: this.#habits,
      patience: new Patience(patience),
      ...(mark === undefined ? {} : { mark }),
      ...(rounds === undefined ? {} : { rounds }),
    };
    this.custody = new Custody(
      custodyParts(target, () => this.world, conversation),
      parts.journal,
    );
    this.turn = this.#newTurn();
  }

  #newPulse(): Pulse {
    const { connection, onWait, patience = PATIENCE, recorder, signal, target } = this.#parts;
    return new Pulse({
      send: async (request) => {
        const exchange = await connection.send(request);
        recorder.chain(exchange);
        return exchange;
      },
      greeting: { method: "GET", url: `${target.baseUrl}/` },
      pass: (milliseconds) => this.pass(milliseconds),
      wait: (milliseconds) => this.wait(milliseconds),
      rest: (milliseconds) =>
        target.advanceClock === undefined ? pause(milliseconds, this.signal) : this.pass(milliseconds),
      interrupted: () => signal.aborted,
      patience,
      requests: () => recorder.count,
      onWait: (text) => onWait?.(text),
    });
  }

  #newSender(): Sender {
    const { connection, signal, target } = this.#parts;
    const pace = new TokenPace(steadyNow, (milliseconds) => this.pass(milliseconds), target.speed);
    return new Sender({
      connection,
      compose: (call) => compose(call, target, this.world),
      seen: (exchange, call) => {
        this.#watching.take(exchange, call);
        this.#listener?.hear(exchange, call);
      },
      begins: (call) => this.#listener?.begins(call) ?? (() => undefined),
      pulse: this.#pulse,
      habits: this.#habits,
      heavy: this.#heavy,
      wait: (milliseconds) => this.wait(milliseconds),
      tokenTurn: () => pace.turn(),
      signal,
    });
  }

  #newTurn(): Turn {
    const { mark = MARK, patience = PATIENCE, target } = this.#parts;
    const { contract, kind, mock, versions } = target;
    // No other run works on a server that was started for this run, or on a mock.
    const alone = mock || kind !== "url";
    return new Turn({
      // A member that answers may lack says which run owns the record.
      send: (call, by) => this.#sent(call, by, by),
      release: (by) => this.custody.release(by),
      // Other runs wait in real time, not on the target's clock.
      pass: (milliseconds) => this.wait(milliseconds),
      mark,
      version: alone
        ? undefined
        : versions.find((version) => SIGNED_BY.every((operation) => contract.route(operation, version) !== undefined)),
      field: (name) => contract.field(name),
      patience,
    });
  }

  /** Why the target counts as stopped; `undefined` while it works. */
  get stopped(): string | undefined {
    return this.#pulse.stopped;
  }

  /** Whether the target ever gave a useful answer. */
  get everAnswered(): boolean {
    return this.#pulse.everAnswered;
  }

  /** Operations that the run stopped asking because each answer was too heavy, and why. */
  get givenUp(): readonly string[] {
    return this.#heavy.givenUp;
  }

  /** The same conversation under another contract, with other names. */
  under(contract: Contract): Session {
    return new Session({ ...this.#parts, target: { ...this.target, contract } }, this.world);
  }

  /** The mark in the records of this conversation. */
  get mark(): string {
    return this.#parts.mark ?? MARK;
  }

  /** The time on the target's clock at a moment of this machine's clock, both in milliseconds since the epoch. */
  targetTime(moment: number): number {
    const before = this.#skips.findLast(({ at }) => at <= moment);
    return moment + (before?.skipped ?? 0);
  }

  /** From now on, the listener hears of every write before it is sent, and of every exchange. */
  listens(listener: Listener): void {
    this.#listener = listener;
  }

  /** Waits for open looks at records, then returns the judgements of `Listener.said`. */
  async said(): Promise<readonly Said[]> {
    await this.#listener?.settled();
    return this.#listener?.said() ?? [];
  }

  /** Shows every exchange from now on to the rules about all answers. */
  watch(look: (watched: WatchedExchange) => void): void {
    this.#watching.begin(look);
  }

  /**
   * Sends a call on behalf of a check; the custody assigns its records and changes to `by`.
   * @throws HandsOffError if the user does not permit the request, if it could change a record of others, or if each of
   * its answers was too heavy.
   * @throws NotSentError if the target stopped, before this request or because of it.
   */
  async send(call: Call, check: string, by: string = check): Promise<Exchange> {
    return this.#described.of(await this.#sent(call, check, by), call);
  }

  /** The complete exchange, with members that the description does not name. */
  async #sent(call: Call, check: string, by: string): Promise<Exchange> {
    const { method } = routeOf(call, this.target);
    if (method === "GET" || method === "HEAD" || call.operation === "issueServiceToken") {
      const exchange = await this.#sender.send(call, check);
      this.custody.observe(call, by, exchange);
      return this.#believed(exchange, call);
    }
    const lacking = forbidden(riskOf(call, this.target), this.target);
    if (lacking !== undefined) throw new HandsOffError(lacking);
    return call.send === "once" ? this.#once(call, check, by) : this.#write(call, check, by);
  }

  async #write(call: Call, check: string, by: string): Promise<Exchange> {
    const send = async (fresh = false): Promise<Exchange> => {
      // At this point the journal holds the planned change, or cannot hold it.
      this.#needsJournal();
      return this.#sender.send(call, check, fresh);
    };
    // A mock stores nothing, so nothing needs an undo.
    const carried = await (this.target.mock ? send() : this.custody.carry(call, by, send));
    return this.#believed(carried, call);
  }

  #needsJournal(): void {
    const { failure } = this.journal;
    if (failure !== undefined) throw new HandsOffError(`the run sends no writes without a journal: ${failure}`);
  }

  /** Equal writes of all checks make one record: a known one needs neither a request nor room for a record. */
  async #once(call: Call, check: string, by: string): Promise<Exchange> {
    const key = this.#sender.keyOf(call);
    const known = this.#written.get(key);
    if (known !== undefined) return known;
    const sent = this.#write({ ...call, send: "again" }, check, by);
    this.#written.set(key, sent);
    const isKept = await sent.then(isDecided, () => false);
    if (!isKept) this.#written.delete(key);
    return sent;
  }

  /** Returns the exchange once it counts as the target's own answer. */
  async #believed(exchange: Exchange, call: Call): Promise<Exchange> {
    const wanted = call.send === "to-the-limit" && answered(exchange) && exchange.response.status === 429;
    if (!wanted) await this.#pulse.doubt(exchange);
    if ("reach" in exchange.response && exchange.response.reach !== undefined)
      throw new LostAnswerError(
        `the connection broke, and the run judges nothing by that: ${exchange.response.message}; run it again`,
      );
    this.#watching.believe(exchange, call);
    return exchange;
  }

  async #tidies(call: Call): Promise<Exchange> {
    const exchange = await this.#sender.send({ ...call, send: "to-tidy" }, TIDIES);
    await this.#pulse.doubt(exchange).catch(ignoreNotSent);
    return exchange;
  }

  /** Sends a call on behalf of a check; `evidence` gets the ids of all exchanges it took. */
  async sendFor(call: Call, check: string, evidence: string[]): Promise<Exchange> {
    const exchange = await this.send(call, check, call.keptFor ?? check);
    this.show(exchange, evidence);
    return exchange;
  }

  /** Adds the ids of an exchange, and of those that led to it, to the evidence of a check. */
  show(exchange: Exchange, evidence: string[]): void {
    for (const id of this.#watching.chainOf(exchange.id)) if (!evidence.includes(id)) evidence.push(id);
  }

  /** Keeps an exchange and those that led to it in the report, even if many others follow. */
  keep(exchange: string): void {
    for (const id of this.#watching.chainOf(exchange)) this.#parts.recorder.keep(id);
  }

  /** Removes every secret that the run knows from a text that quotes an answer. */
  redacted(text: string): Redacted<string> {
    return this.gate.text(text);
  }

  /** Forgets shared answers before a stage that changes what the target holds. */
  forget(): void {
    this.#sender.forget();
  }

  /** Lets time pass for the target: moves its clock if that is possible, and waits otherwise. */
  async pass(milliseconds: number): Promise<void> {
    if (this.target.advanceClock === undefined) return this.wait(milliseconds);
    this.target.advanceClock(milliseconds);
    this.#skipped += milliseconds;
    this.#skips = [...this.#skips.slice(-MOST_SKIPS), { at: steadyNow(), skipped: this.#skipped }];
  }

  /** Waits; an interrupt of the run, or a stopped target, ends the wait early. */
  wait(milliseconds: number): Promise<void> {
    return pause(milliseconds, this.signal, this.#pulse.died);
  }
}

/** Without a decision of the target, the next check may send the write again. */
const isDecided = (exchange: Exchange): boolean => wasAccepted(exchange) || wasRefused(exchange);
