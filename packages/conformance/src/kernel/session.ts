import { answered, type Connection, type Exchange, type Redactor } from "@plumbline/client";
import {
  type Contract,
  isOperationId,
  PATH_PARAMETERS,
  pathParameterNames,
  type RouteVersion,
  readText,
} from "@plumbline/schemas";
import { createValidator, type Validator } from "@plumbline/schemas/validate";
import { Custody } from "../custody/custody.ts";
import { HandsOffError } from "../custody/hands-off-error.ts";
import { LostAnswerError } from "../custody/lost-answer-error.ts";
import type { CustodyParts } from "../custody/request.ts";
import { Turn } from "../custody/turn.ts";
import type { Journal } from "../journal.ts";
import { MARK } from "../mark.ts";
import { describedAnswer } from "../oracles/described.ts";
import { forbidden } from "../permission.ts";
import type { Risk } from "../risk.ts";
import { fixturesFor } from "../target/fixtures-for.ts";
import type { Target } from "../target/target.ts";
import type { World } from "../target/world.ts";
import type { WatchedExchange } from "../watched-exchange.ts";
import type { Path } from "../writes/fields.ts";
import type { Call } from "./call.ts";
import { compose } from "./compose.ts";
import { LazyWatchedExchange } from "./lazy-watched-exchange.ts";
import { NotSentError } from "./not-sent-error.ts";
import { Pulse } from "./pulse.ts";
import type { Recorder } from "./recorder.ts";
import { Sender } from "./sender.ts";
import { TokenPace } from "./token-pace.ts";
import { isTrouble } from "./trouble.ts";

export interface SessionParts {
  readonly target: Target;
  readonly connection: Connection;
  readonly recorder: Recorder;
  readonly redactor: Redactor;
  readonly journal: Journal;
  readonly signal: AbortSignal;
  /** What the records bear that this conversation makes, or takes away. Default: the mark of this process. */
  readonly mark?: string;
  /** Times that a removal is tried which something else stands in the way of. */
  readonly rounds?: number;
  /** Milliseconds to wait for another run, or for a target that asks to be left alone. Default 120 seconds. */
  readonly patience?: number;
  /** Hears of what is waited for before it is. */
  readonly onWait?: (text: string) => void;
}

const PATIENCE = 120_000;
/** What it takes to tell another run that this one is here. */
const SIGNED_BY = ["createAlertConfig", "listAlertConfigs", "deleteAlertConfig"] as const;

/** One conversation with a target: what doctor, checks and campaigns send goes through here and is seen by watchers. */
export class Session {
  readonly target: Target;
  readonly journal: Journal;
  readonly signal: AbortSignal;
  readonly #parts: SessionParts;
  readonly #sender: Sender;
  readonly #pulse: Pulse;
  /** Looks after all that is made and changed. */
  readonly custody: Custody;
  /** Keeps other runs apart from this one. */
  readonly turn: Turn;
  readonly #chains = new Map<string, readonly string[]>();
  readonly #validator: Validator = createValidator({ answers: true });
  /** Checks that share an answer share what they see of it. */
  readonly #seenAs = new WeakMap<Exchange, Exchange>();
  /** Answers of which it is not known yet whether they speak of the target. */
  readonly #doubtful = new Map<string, readonly Exchange[]>();
  #world: World;
  #watch: ((watched: WatchedExchange) => void) | undefined;

  constructor(parts: SessionParts, world: World) {
    this.target = parts.target;
    this.journal = parts.journal;
    this.signal = parts.signal;
    this.#parts = parts;
    this.#world = world;
    const patience = parts.patience ?? PATIENCE;
    this.#pulse = new Pulse({
      send: async (request) => {
        const exchange = await parts.connection.send(request);
        parts.recorder.chain(exchange);
        return exchange;
      },
      greeting: { method: "GET", url: `${parts.target.baseUrl}/` },
      pass: (milliseconds) => this.pass(milliseconds),
      wait: (milliseconds) => this.wait(milliseconds),
      interrupted: () => parts.signal.aborted,
      patience,
      requests: () => parts.recorder.count,
      onWait: (text) => parts.onWait?.(text),
    });
    const pace = new TokenPace(Date.now, (milliseconds) => this.pass(milliseconds), parts.target.speed);
    this.#sender = new Sender({
      connection: parts.connection,
      compose: (call) => compose(call, parts.target, this.#world),
      seen: (exchange, call) => this.#seen(exchange, call),
      pulse: this.#pulse,
      wait: (milliseconds) => this.wait(milliseconds),
      tokenTurn: () => pace.turn(),
      signal: parts.signal,
    });
    const { contract, kind, mock, versions } = parts.target;
    const custody: CustodyParts = {
      contract,
      mark: parts.mark ?? MARK,
      ...(parts.rounds === undefined ? {} : { rounds: parts.rounds }),
      ...(parts.target.speed === undefined ? {} : { speed: parts.target.speed }),
      // What takes back is sent although the run was interrupted.
      inVain: new Set(),
      seenGone: new Set(),
      firstRemovals: new Map(),
      mayStay: parts.target.allow.has("irreversible"),
      ask: (call) => this.#tidies(call),
      pass: (milliseconds) => this.pass(milliseconds),
      served: (operation, wanted) => {
        const { routes } = contract.operation(operation);
        const own = routes.map(({ version }) => version).filter((one) => versions.some((version) => version === one));
        return own.includes(wanted) ? wanted : own.at(-1);
      },
      pathOf: (call) => this.#pathOf(call),
      placeOf: (call) => this.#placeOf(call),
      bodyOf: (call) => {
        const { body } = compose(call, parts.target, this.#world);
        return typeof body === "string" ? body : undefined;
      },
      isGiven: (value) => parts.target.fixtures.copiedSnapshotId === value && parts.target.allow.has("irreversible"),
      isFree: ({ free, end }, path) =>
        free !== undefined &&
        path[free.parameter] === parts.target.fixtures[free.fixture] &&
        forbidden(contract.operation(end).risk, parts.target) === undefined,
      isKnown: (parameter, value) => Object(this.#world.fixtures)[parameter] === value,
    };
    this.custody = new Custody(custody, parts.journal);
    // Nobody else works on a server that was started for this run, or on one that keeps nothing.
    const alone = mock || kind !== "url";
    this.turn = new Turn({
      // Whose record it is stands in a member that answers need not have.
      send: (call, by) => this.#sent(call, by, by),
      release: (by) => this.custody.release(by),
      // Other runs do not live by the target's clock.
      pass: (milliseconds) => this.wait(milliseconds),
      mark: parts.mark ?? MARK,
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

  get world(): World {
    return this.#world;
  }
  set world(world: World) {
    this.#world = world;
  }

  /** The same conversation in other names. */
  under(contract: Contract): Session {
    return new Session({ ...this.#parts, target: { ...this.target, contract } }, this.#world);
  }

  /** Shows every exchange from now on to the rules about all answers. */
  watch(look: (watched: WatchedExchange) => void): void {
    this.#watch = look;
  }

  /**
   * Sends a call on behalf of a check; `by` answers for what it makes and changes.
   * @throws HandsOffError when the user does not permit it, or when it could change what is not the run's to change.
   * @throws NotSentError when the target has stopped, before or on being asked this.
   */
  async send(call: Call, check: string, by: string = check): Promise<Exchange> {
    return this.#described(await this.#sent(call, check, by), call);
  }

  /** The exchange with all that the target said. */
  async #sent(call: Call, check: string, by: string): Promise<Exchange> {
    const { method } = this.#methodOf(call);
    if (method === "GET" || method === "HEAD" || call.operation === "issueServiceToken") {
      const exchange = await this.#sender.send(call, check);
      this.custody.observe(call, by, exchange);
      return this.#believed(exchange, call);
    }
    const lacking = forbidden(riskOf(call, method, this.target), this.target);
    if (lacking !== undefined) throw new HandsOffError(lacking);
    const send = (fresh = false): Promise<Exchange> => this.#sender.send(fresh ? { ...call, fresh } : call, check);
    // A mock keeps nothing of what it is sent.
    const carried = await (this.target.mock ? send() : this.custody.carry(call, by, send));
    return this.#believed(carried, call);
  }

  /** What checks see of an exchange: custody sees all of it, since what it puts back has to be as it was. */
  #described(exchange: Exchange, { operation, version, query }: Call): Exchange {
    // The layout of an envelope is not fixed well enough to look inside.
    if (!answered(exchange) || query?.["envelope"] === "true") return exchange;
    const known = this.#seenAs.get(exchange);
    if (known !== undefined) return known;
    const { result } = this.target.contract.operation(operation, version);
    const seen = { ...exchange, response: describedAnswer(exchange.response, result) };
    this.#seenAs.set(exchange, seen);
    return seen;
  }

  /** The exchange, once it is known to speak of the target. */
  async #believed(exchange: Exchange, call: Call): Promise<Exchange> {
    const wanted = call.keepLimit && answered(exchange) && exchange.response.status === 429;
    if (!wanted) await this.#pulse.doubt(exchange);
    if ("reach" in exchange.response && exchange.response.reach !== undefined)
      throw new LostAnswerError(
        `a connection was lost, and nothing is judged by that: ${exchange.response.message}; run it again`,
      );
    for (const leg of this.#doubtful.get(exchange.id) ?? []) this.#look(leg, call);
    this.#doubtful.delete(exchange.id);
    return exchange;
  }

  async #tidies(call: Call): Promise<Exchange> {
    const exchange = await this.#sender.send({ ...call, again: true, tidies: true }, "custody");
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
    for (const id of this.#chains.get(exchange.id) ?? [exchange.id]) if (!evidence.includes(id)) evidence.push(id);
  }

  #methodOf({ operation, version, method }: Call): { readonly method: string; readonly path: string } {
    const route = this.target.contract.route(operation, version);
    return { method: method ?? route?.method ?? "GET", path: route?.path ?? "" };
  }

  /** Where a request works should the target carry it out: what is malformed in its path is taken for the known one. */
  #placeOf(call: Call): Path {
    const fixtures: Readonly<Record<string, string | undefined>> = fixturesFor(this.#world, call.operation);
    return Object.fromEntries(
      Object.entries(this.#pathOf(call)).map(([name, value]) => {
        const fits = readText(PATH_PARAMETERS[name] ?? {}, value).kind === "value";
        return [name, fits ? value : (fixtures[name] ?? value)];
      }),
    );
  }

  #pathOf(call: Call): Path {
    const fixtures: Readonly<Record<string, string | undefined>> = fixturesFor(this.#world, call.operation);
    return Object.fromEntries(
      pathParameterNames(this.#methodOf(call).path).flatMap((name) => {
        const value = call.rawPath?.[name] ?? call.path?.[name] ?? fixtures[name];
        return value === undefined ? [] : [[name, value]];
      }),
    );
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

  /** Waits, or less when the run is interrupted or the target has stopped. */
  wait(milliseconds: number): Promise<void> {
    const ends = [this.signal, this.#pulse.died];
    if (ends.some(({ aborted }) => aborted)) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        for (const end of ends) end.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      for (const end of ends) end.addEventListener("abort", done, { once: true });
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
    if (isTrouble(exchange) && call.keepLimit !== true) this.#doubtful.set(exchange.id, chain);
    else for (const leg of chain) this.#look(leg, call);
  }

  #look(exchange: Exchange, call: Call): void {
    if (this.#watch === undefined || !answered(exchange) || !isOperationId(call.operation)) return;
    const { contract } = this.target;
    const version = call.version as RouteVersion;
    const operation = contract.operation(call.operation, version);
    const answer = exchange.response;
    this.#watch(new LazyWatchedExchange({ exchange, answer, operation, version, call, contract }, this.#validator));
  }
}

function ignoreNotSent(error: unknown): void {
  if (!(error instanceof NotSentError)) throw error;
}

/** What a request may do: what its operation does, or what its method says where that is not the operation's own. */
function riskOf({ operation, method: own, elsewhere }: Call, method: string, { contract }: Target): Risk {
  if (own === undefined && elsewhere === undefined) return contract.operation(operation).risk;
  switch (method) {
    case "DELETE":
      return "delete";
    case "POST":
      return "create";
    default:
      return "update";
  }
}
