import { answered, type Connection, type Exchange, steadyNow } from "@plumbline/client";
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
import { NotSentError } from "../ground/not-sent-error.ts";
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
import { wait } from "./wait.ts";
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
  /** What is done about records that stand beside those which are written. Default: nothing. */
  readonly bystanders?: BystanderCare;
  /** What the records bear that this conversation makes, or takes away. Default: the mark of this process. */
  readonly mark?: string;
  /** Times that a removal is tried which something else stands in the way of. */
  readonly rounds?: number;
  /** Milliseconds to wait for another run, or for a target that asks to be left alone. Default 120 seconds. */
  readonly patience?: number;
  /** Hears of what is waited for before it is. */
  readonly onWait?: (text: string) => void;
}

/** Hears of what is sent and of what came of it. */
export interface Listener {
  /** A write is about to be sent; the function that it returns is called when it was heard of, or never will be. */
  readonly begins: (call: Call) => () => void;
  readonly hear: (exchange: Exchange, call: Call) => void;
  /** Resolves when what a check made is not asked for any more. */
  readonly settled: () => Promise<void>;
  /** What rules about records said against answers since this was asked last; what goes on is said again after that. */
  readonly said: () => readonly Said[];
}

/** Moves of the target's clock that are remembered, which is longer than any request takes. */
const MOST_SKIPS = 500;

/** In whose name is sent what takes back. */
export const TIDIES = "custody";
/** What it takes to tell another run that this one is here. */
const SIGNED_BY = ["createAlertConfig", "listAlertConfigs", "deleteAlertConfig"] as const;

/** One conversation with a target: what doctor, checks and campaigns send goes through here and is seen by watchers. */
export class Session {
  readonly target: Target;
  /** The way out for all that may quote the target. */
  readonly gate: Gate;
  readonly journal: Log;
  readonly signal: AbortSignal;
  /** What is known of the target; the doctor learns more of it. */
  world: World;
  readonly #parts: SessionParts;
  readonly #sender: Sender;
  readonly #pulse: Pulse;
  readonly #watching: Watching;
  readonly #described: DescribedExchanges;
  readonly #habits = new Habits();
  readonly #heavy: HeavyAnswers;
  /** Milliseconds that the target's clock was moved on. */
  #skipped = 0;
  /** When that was, and how much it came to by then: the newest last. */
  #skips: readonly { readonly at: number; readonly skipped: number }[] = [];
  #listener: Listener | undefined;
  /** Writes that are sent once, by their bytes. */
  readonly #written = new Map<string, Promise<Exchange>>();
  /** Looks after all that is made and changed. */
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
      // What takes back is sent although the run was interrupted.
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
    // Nobody else works on a server that was started for this run, or on one that keeps nothing.
    const alone = mock || kind !== "url";
    return new Turn({
      // Whose record it is stands in a member that answers need not have.
      send: (call, by) => this.#sent(call, by, by),
      release: (by) => this.custody.release(by),
      // Other runs do not live by the target's clock.
      pass: (milliseconds) => this.wait(milliseconds),
      mark,
      version: alone
        ? undefined
        : versions.find((version) => SIGNED_BY.every((operation) => contract.route(operation, version) !== undefined)),
      field: (name) => contract.field(name),
      patience,
    });
  }

  /** Why the target counts as gone since; `undefined` as long as it works. */
  get stopped(): string | undefined {
    return this.#pulse.stopped;
  }

  /** The target has answered something of use. */
  get everAnswered(): boolean {
    return this.#pulse.everAnswered;
  }

  /** What is not asked again because each answer was too heavy, and why. */
  get givenUp(): readonly string[] {
    return this.#heavy.givenUp;
  }

  /** The same conversation in other names. */
  under(contract: Contract): Session {
    return new Session({ ...this.#parts, target: { ...this.target, contract } }, this.world);
  }

  /** What the records of this conversation bear. */
  get mark(): string {
    return this.#parts.mark ?? MARK;
  }

  /** What the target's clock shows at a moment of this machine's, both in milliseconds since the epoch. */
  targetTime(moment: number): number {
    const before = this.#skips.findLast(({ at }) => at <= moment);
    return moment + (before?.skipped ?? 0);
  }

  /** Has somebody hear of every write that is sent and of every exchange, whatever came of it, from now on. */
  listens(listener: Listener): void {
    this.#listener = listener;
  }

  /** What rules about records said against answers since this was asked last, once nothing is looked into any more. */
  async said(): Promise<readonly Said[]> {
    await this.#listener?.settled();
    return this.#listener?.said() ?? [];
  }

  /** Shows every exchange from now on to the rules about all answers. */
  watch(look: (watched: WatchedExchange) => void): void {
    this.#watching.begin(look);
  }

  /**
   * Sends a call on behalf of a check; `by` answers for what it makes and changes.
   * @throws HandsOffError when the user does not permit it, when it could change what is not the run's to change, or when
   *   its answers were too heavy each time.
   * @throws NotSentError when the target has stopped, before or on being asked this.
   */
  async send(call: Call, check: string, by: string = check): Promise<Exchange> {
    return this.#described.of(await this.#sent(call, check, by), call);
  }

  /** The exchange with all that the target said. */
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
      // By now the journal holds what this changes, or cannot hold it.
      this.#needsJournal();
      return this.#sender.send(call, check, fresh);
    };
    // A mock keeps nothing of what it is sent.
    const carried = await (this.target.mock ? send() : this.custody.carry(call, by, send));
    return this.#believed(carried, call);
  }

  #needsJournal(): void {
    const { failure } = this.journal;
    if (failure !== undefined) throw new HandsOffError(`the run sends no writes without a journal: ${failure}`);
  }

  /** Equal writes make one record, whoever asks: one that is known already needs neither a request nor room for a record. */
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

  /** The exchange, once it is known to speak of the target. */
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

  /** Keeps an exchange and those that led to it in the report, however many follow. */
  keep(exchange: string): void {
    for (const id of this.#watching.chainOf(exchange)) this.#parts.recorder.keep(id);
  }

  /** A text without any secret that the run knows: for what quotes an answer. */
  redacted(text: string): Redacted<string> {
    return this.gate.text(text);
  }

  /** Forgets shared answers before a stage that changes what the target holds. */
  forget(): void {
    this.#sender.forget();
  }

  /** Lets time pass for the target: moves its clock where it has one to move, waits otherwise. */
  async pass(milliseconds: number): Promise<void> {
    if (this.target.advanceClock === undefined) return this.wait(milliseconds);
    this.target.advanceClock(milliseconds);
    this.#skipped += milliseconds;
    this.#skips = [...this.#skips.slice(-MOST_SKIPS), { at: steadyNow(), skipped: this.#skipped }];
  }

  /** Waits, or less when the run is interrupted or the target has stopped. */
  wait(milliseconds: number): Promise<void> {
    return wait(milliseconds, [this.signal, this.#pulse.died]);
  }
}

/** What one check was not answered another may be. */
const isDecided = (exchange: Exchange): boolean => wasAccepted(exchange) || wasRefused(exchange);

function ignoreNotSent(error: unknown): void {
  if (!(error instanceof NotSentError)) throw error;
}
