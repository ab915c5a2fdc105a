import { setMaxListeners } from "node:events";
import {
  type Answer,
  type Connection,
  type Credential,
  type Exchange,
  TokenUnavailableError,
  type WireRequest,
} from "@plumbline/client";
import type { Call } from "../ground/call.ts";
import { type Habits, PERSISTENT } from "../ground/habits.ts";
import { isHeavy, isLate } from "../ground/heavy.ts";
import { ignoreNotSent, NotSentError } from "../ground/not-sent-error.ts";
import type { HeavyAnswers } from "./heavy-answers.ts";
import type { Pulse } from "./pulse.ts";
import { Room } from "./room.ts";
import { TooHeavyError } from "./too-heavy-error.ts";
import { isLimited } from "./trouble.ts";

/** The parts that a sender uses; `compose` turns a call into bytes. */
export interface SenderParts {
  readonly connection: Connection;
  readonly compose: (call: Call) => WireRequest;
  /** Called once for every exchange, handshakes included, with the call that caused it. */
  readonly seen: (exchange: Exchange, call: Call) => void;
  /**
   * Called before a write is sent; the returned function is called after its exchange was seen, or when none will come.
   */
  readonly begins: (call: Call) => () => void;
  readonly pulse: Pulse;
  /** Which unusual answers come from the target itself, not from a gateway. */
  readonly habits: Habits;
  /** Which operations give answers that are too heavy to read. */
  readonly heavy: HeavyAnswers;
  /** Waits on the local clock. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Resolves when the stated rate of the token endpoint permits another request. */
  readonly tokenTurn: () => Promise<void>;
  /** The user interrupted the run. */
  readonly signal: AbortSignal;
}

/** How often the run waits for a rate limiter, and how often it sends a request that reached no server. */
const REPEATS = 5;
const TRIES = 6;
/**
 * Milliseconds before the third try, doubled for each further one: a server without room needs time to close old
 * connections.
 */
const BREATH = 100;
/**
 * Bytes below which a shared answer is not counted, the most bytes of all counted ones, and the bytes that a header
 * field costs.
 */
const SMALL = 65_536;
const MOST_SHARED = 16 * 1_024 * 1_024;
const FIELD = 100;
/** The time limit of a last request to a stopped target, in milliseconds. */
const LAST_LOOK = 1_500;

/**
 * Sends calls. Equal reads share one exchange. It waits for rate limiters and never judges their answers. It repeats
 * requests that a connection lost, if that is safe. It sends nothing to a stopped target.
 */
export class Sender {
  readonly #parts: SenderParts;
  readonly #shared = new Map<string, Promise<Exchange>>();
  /** Shared answers of the token endpoint: no change by the run affects them, so the run asks as rarely as possible. */
  readonly #tokens = new Map<string, Promise<Exchange>>();
  /** Heavy answers to reads. Once the run stops calling their operation, equal reads are judged by them. */
  readonly #unread = new Map<string, Exchange>();
  /**
   * The first heavy answer by request without query: it decides a later read without a query that is not sent any more.
   */
  readonly #unreadPlain = new Map<string, Exchange>();
  /**
   * Late answers to reads that had less time than the client allows. An earlier answer with full time decides instead,
   * if there is one.
   */
  readonly #hurried = new WeakMap<Exchange, Exchange | undefined>();
  /** Bytes of the large shared answers. */
  #sharedBytes = 0;
  readonly #cuts: AbortSignal;
  /** Whether the target closes kept connections: a write on a closed one would have an unknown outcome. */
  #closes = false;
  readonly #room = new Room();

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#cuts = AbortSignal.any([parts.signal, parts.pulse.died]);
    setMaxListeners(0, this.#cuts);
  }

  /** Equal for calls that would send the same bytes with the same credentials. */
  keyOf(call: Call): string {
    return shareKey(this.#parts.compose(call));
  }

  /**
   * Sends a call for a check; `fresh` uses a new connection. Returns the last exchange, after handshake and repeats.
   */
  send(call: Call, check: string, fresh = false): Promise<Exchange> {
    const request = { ...this.#parts.compose(call), freshConnection: fresh };
    const isShared = call.send === "once" || (call.send === undefined && request.method === "GET");
    if (!isShared) return this.#exchange(call, request, check);
    const key = shareKey(request);
    const shared = call.operation === "issueServiceToken" ? this.#tokens : this.#shared;
    const known = shared.get(key);
    if (known !== undefined) return known;
    const unread = this.#unreadOf(call, key);
    if (unread !== undefined) return Promise.resolve(unread);
    const sent = this.#exchange(call, request, check).catch((error: unknown) => {
      // The run stopped calling the operation while this request waited.
      const instead = error instanceof TooHeavyError ? this.#unreadOf(call, key) : undefined;
      if (instead === undefined) throw error;
      return instead;
    });
    shared.set(key, sent);
    sent
      .then((exchange) => {
        if (this.#keeps(exchange)) return;
        shared.delete(key);
        if (!isHeavy(exchange)) return;
        this.#unread.set(key, exchange);
        const plain = shareKey({ ...request, url: withoutQuery(request.url) });
        if (!this.#unreadPlain.has(plain)) this.#unreadPlain.set(plain, exchange);
      })
      .catch(() => undefined);
    return sent;
  }

  /**
   * The answer that decides a read whose operation is not called any more: its own, or one with a query if the
   * operation gave only heavy answers.
   */
  #unreadOf(call: Call, key: string): Exchange | undefined {
    const { heavy } = this.#parts;
    if (heavy.whyNot(call) === undefined) return undefined;
    return this.#unread.get(key) ?? (heavy.isAllHeavy(call) ? this.#unreadPlain.get(key) : undefined);
  }

  /** A failure for one check may be a success for another, and shared answers must not fill the memory. */
  #keeps({ response }: Exchange): boolean {
    if ("fault" in response) return false;
    const bytes = response.bodyBytes + headBytes(response);
    if (bytes < SMALL) return true;
    if (this.#sharedBytes + bytes > MOST_SHARED) return false;
    this.#sharedBytes += bytes;
    return true;
  }

  /** Forgets shared answers, because the next requests may change what the target holds. */
  forget(): void {
    this.#shared.clear();
    this.#sharedBytes = 0;
  }

  async #exchange(call: Call, request: WireRequest, check: string): Promise<Exchange> {
    const { habits, heavy, pulse, tokenTurn } = this.#parts;
    // An additional token changes nothing else.
    const isRead = request.method === "GET" || call.operation === "issueServiceToken";
    let doubtful: Exchange | undefined;
    for (let repeat = 1; ; repeat += 1) {
      try {
        await this.#ready(call);
      } catch (error) {
        // The run has stopped calling the operation, so the earlier answer to this request decides.
        if (doubtful !== undefined && error instanceof TooHeavyError) return doubtful;
        throw error;
      }
      // The rate limit is one of tokens, and only a POST requests one.
      if (call.operation === "issueServiceToken" && request.method === "POST" && call.send !== "to-the-limit") {
        await tokenTurn();
        await this.#ready(call);
      }
      const exchange = await this.#seen(call, { ...request, check });
      if (this.#hurried.has(exchange)) {
        const before = doubtful ?? this.#hurried.get(exchange);
        if (before !== undefined) return before;
        heavy.refuse(call);
      }
      if (doubtful !== undefined) habits.compare(doubtful, exchange, call);
      const tidies = call.send === "to-tidy";
      const hasStopped = pulse.stopped !== undefined && !(tidies && pulse.isLimiting);
      const isOver = hasStopped || heavy.whyNot(call) !== undefined;
      if (call.send === "to-the-limit" || isOver) return exchange;
      if (isLimited(exchange)) {
        if (repeat > REPEATS || !(await pulse.waits(exchange, tidies))) return exchange;
      } else if (isRead && repeat <= PERSISTENT && !isReset(exchange) && habits.isDoubtful(exchange, call)) {
        await pulse.doubt(exchange).catch(ignoreNotSent);
        // Other requests may have had the same failure meanwhile; then this answer decides.
        if (pulse.stopped !== undefined || heavy.whyNot(call) !== undefined) return exchange;
        doubtful = exchange;
      } else return exchange;
    }
  }

  /** Sends a request, and reports its exchange. */
  async #seen(call: Call, request: WireRequest): Promise<Exchange> {
    const { begins, seen } = this.#parts;
    const ends = request.method === "GET" ? undefined : begins(call);
    try {
      const exchange = await this.#delivered(call, request);
      seen(exchange, call);
      return exchange;
    } finally {
      ends?.();
    }
  }

  /**
   * @throws NotSentError if the run sends nothing any more.
   * @throws TooHeavyError if the answers of the operation are too heavy to read.
   */
  async #ready(call: Call): Promise<void> {
    await this.#parts.pulse.ready(call.send === "to-tidy");
    if (this.#parts.signal.aborted && call.send !== "to-tidy") throw new NotSentError("the run was interrupted");
    this.#parts.heavy.refuse(call);
  }

  /** Sends a request, and repeats it while that is safe and a working target lost the connection. */
  async #delivered(call: Call, request: WireRequest): Promise<Exchange> {
    const { heavy, pulse, seen } = this.#parts;
    // An additional token changes nothing else.
    const asksToken = call.operation === "issueServiceToken" && call.send !== "to-the-limit";
    const safe = request.method === "GET" || call.send === "to-tidy" || asksToken;
    const marked = { ...request, signal: this.#signalFor(call, request) };
    const fresh = request.freshConnection === true || (this.#closes && !safe);
    let exchange = await this.#sent({ ...marked, freshConnection: fresh }, call);
    for (let tries = 1; tries < TRIES && isLost(exchange, safe, tries); tries += 1) {
      // If a kept connection was closed before the request reached the server, repeat at once; otherwise only if the
      // target works.
      if (tries > 1 || !isUnheard(exchange) || pulse.isSuspicious) await pulse.doubt(exchange).catch(ignoreNotSent);
      if (pulse.stopped !== undefined || heavy.whyNot(call) !== undefined) break;
      if (this.#parts.signal.aborted && call.send !== "to-tidy") break;
      seen(exchange, call);
      // A server without room for a new connection may accept a kept one; the last try uses a new connection.
      if (tries > 1) await this.#parts.wait(BREATH * 2 ** (tries - 2));
      const turnedAway = tries > 1 && isReset(exchange);
      const before = exchange;
      exchange = await this.#sent({ ...marked, freshConnection: fresh || tries !== 2 }, call);
      if (this.#hurried.has(exchange)) {
        this.#hurried.set(exchange, before);
        break;
      }
      // A repeat succeeded, so the request itself was not the reason for the closed connection.
      if (turnedAway && !isReset(exchange)) this.#room.halve();
    }
    return exchange;
  }

  async #sent(request: WireRequest, call: Call): Promise<Exchange> {
    const { connection, heavy } = this.#parts;
    // The outcome of a write must be known, so it gets the full time.
    const withinMs = request.method === "GET" ? heavy.within(call) : undefined;
    const asked = withinMs === undefined ? request : { ...request, withinMs };
    const exchange = await this.#room.within(() => connection.send(asked).catch(withoutToken));
    if (isUnheard(exchange)) this.#closes = true;
    this.#parts.pulse.heard(request, exchange);
    heavy.take(exchange, call);
    if (withinMs !== undefined && isLate(exchange)) this.#hurried.set(exchange, undefined);
    return exchange;
  }

  /** An interrupt does not cut off a write: its outcome must be known, or the run could not undo it. */
  #signalFor({ send }: Call, { method }: WireRequest): AbortSignal {
    const { pulse } = this.#parts;
    if (pulse.stopped !== undefined && !pulse.isLimiting) return AbortSignal.timeout(LAST_LOOK);
    return method === "GET" && send !== "to-tidy" ? this.#cuts : pulse.gone;
  }
}

function withoutToken(error: unknown): never {
  if (error instanceof TokenUnavailableError)
    throw new NotSentError(`the run got no token to send it with: ${error.message}`);
  throw error;
}

const isReset = ({ response }: Exchange): boolean => "fault" in response && response.fault === "reset";

const isUnheard = ({ response }: Exchange): boolean => "reach" in response && response.reach === "unheard";

/** Whether a request may be sent again because the request or its answer was lost. */
function isLost({ response }: Exchange, safe: boolean, tries: number): boolean {
  if (!("fault" in response)) return false;
  if ("reach" in response && response.reach === "unsent") return true;
  if (!safe) return false;
  // A server without room for another connection may let it wait. More than one such wait would take too long.
  return response.fault === "reset" || (response.fault === "head-timeout" && tries === 1);
}

/** The memory that headers take; each field is two texts in a list. */
const headBytes = ({ headers }: Answer): number =>
  headers.reduce((sum, [name, value]) => sum + name.length + value.length + FIELD, 0);

const withoutQuery = (url: string): string => url.split("?", 1)[0] ?? url;

function shareKey({ method, url, headers, body, credential }: WireRequest): string {
  return JSON.stringify([method, url, headers, body ?? null, credentialKey(credential)]);
}

function credentialKey(credential: Credential | undefined): string {
  if (credential === undefined || credential.scheme === "none") return "none";
  return credential.scheme === "raw" ? credential.authorization : `${credential.scheme} ${credential.label}`;
}
