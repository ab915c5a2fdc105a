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
import { NotSentError } from "../ground/not-sent-error.ts";
import type { HeavyAnswers } from "./heavy-answers.ts";
import type { Pulse } from "./pulse.ts";
import { Room } from "./room.ts";
import { TooHeavyError } from "./too-heavy-error.ts";
import { isLimited } from "./trouble.ts";

/** What a sender is made of; `compose` turns a call into bytes. */
export interface SenderParts {
  readonly connection: Connection;
  readonly compose: (call: Call) => WireRequest;
  /** Called once for every exchange, handshakes included, with the call that caused it. */
  readonly seen: (exchange: Exchange, call: Call) => void;
  /** Called when a write is about to leave; what it returns is called when it was seen, or never will be. */
  readonly begins: (call: Call) => () => void;
  readonly pulse: Pulse;
  /** Which odd answers are the target's own. */
  readonly habits: Habits;
  /** Which operations answer with more than can be read. */
  readonly heavy: HeavyAnswers;
  /** Waits on this machine's clock. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Resolves when a request to the token endpoint keeps to its stated rate. */
  readonly tokenTurn: () => Promise<void>;
  /** The user interrupted the run. */
  readonly signal: AbortSignal;
}

/** Times that a limiter's answer is waited out, and that a request which met no server is sent again. */
const REPEATS = 3;
const TRIES = 6;
/** Milliseconds before the third try, twice as many before each further one: who has no more room needs some to close what was left. */
const BREATH = 100;
/** Bytes of an answer that may be shared without being counted, and of all others that are. */
const SMALL = 65_536;
const MOST_SHARED = 16 * 1_024 * 1_024;
const FIELD = 100;
/** Milliseconds that a last request to a target that is gone may take. */
const LAST_LOOK = 1_500;

/**
 * Sends calls: equal reads share one exchange, a limiter's answer is waited out and never judged, what a connection lost
 * is asked again where that is safe, and a target that has stopped is left alone.
 */
export class Sender {
  readonly #parts: SenderParts;
  readonly #shared = new Map<string, Promise<Exchange>>();
  /** Answers of the token endpoint, which is asked as rarely as possible: nothing that a run changes changes them. */
  readonly #tokens = new Map<string, Promise<Exchange>>();
  /** What came of reads that were too heavy: equal ones are judged by it once their operation is not asked again. */
  readonly #unread = new Map<string, Exchange>();
  /** The first of these by what they ask for without a query: it decides for a read without one that came too late. */
  readonly #unreadPlain = new Map<string, Exchange>();
  /** Late answers to reads that had less time than the client allows: what came before with all of it decides instead. */
  readonly #hurried = new WeakMap<Exchange, Exchange | undefined>();
  /** Bytes of the large answers among them. */
  #sharedBytes = 0;
  readonly #cuts: AbortSignal;
  /** The target closes connections that are kept: nobody can tell what became of a write that meets that. */
  #closes = false;
  readonly #room = new Room();

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#cuts = AbortSignal.any([parts.signal, parts.pulse.died]);
    setMaxListeners(0, this.#cuts);
  }

  /** Equal for calls that would go out as the same bytes in the same name. */
  keyOf(call: Call): string {
    return shareKey(this.#parts.compose(call));
  }

  /** Sends a call for a check, `fresh` on a connection of its own; returns the last exchange, after handshake and repeats. */
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
      // The operation was given up while this waited for its turn.
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

  /** What a read is judged by whose operation is not asked again: what it met itself, or with a query when nothing else came. */
  #unreadOf(call: Call, key: string): Exchange | undefined {
    const { heavy } = this.#parts;
    if (heavy.whyNot(call) === undefined) return undefined;
    return this.#unread.get(key) ?? (heavy.isAllHeavy(call) ? this.#unreadPlain.get(key) : undefined);
  }

  /** What one check was not answered another may be; and what is shared must not fill the memory. */
  #keeps({ response }: Exchange): boolean {
    if ("fault" in response) return false;
    const bytes = response.bodyBytes + headBytes(response);
    if (bytes < SMALL) return true;
    if (this.#sharedBytes + bytes > MOST_SHARED) return false;
    this.#sharedBytes += bytes;
    return true;
  }

  /** Forgets shared answers: what follows may change what the target holds. */
  forget(): void {
    this.#shared.clear();
    this.#sharedBytes = 0;
  }

  async #exchange(call: Call, request: WireRequest, check: string): Promise<Exchange> {
    const { habits, heavy, pulse, tokenTurn } = this.#parts;
    // One token more is only a token more.
    const isRead = request.method === "GET" || call.operation === "issueServiceToken";
    let doubtful: Exchange | undefined;
    for (let repeat = 1; ; repeat += 1) {
      try {
        await this.#ready(call);
      } catch (error) {
        // What this request met itself is judged, although others have met so much meanwhile that it is not sent again.
        if (doubtful !== undefined && error instanceof TooHeavyError) return doubtful;
        throw error;
      }
      // The limit is one of tokens, and only a POST asks for one.
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
      const isOver = pulse.stopped !== undefined || heavy.whyNot(call) !== undefined;
      if (call.send === "to-the-limit" || isOver) return exchange;
      if (isLimited(exchange)) {
        if (repeat > REPEATS || !(await pulse.waits(exchange))) return exchange;
      } else if (isRead && repeat <= PERSISTENT && !isReset(exchange) && habits.isDoubtful(exchange, call)) {
        await pulse.doubt(exchange).catch(ignoreNotSent);
        // Others may have met the same meanwhile: then this is what is judged.
        if (pulse.stopped !== undefined || heavy.whyNot(call) !== undefined) return exchange;
        doubtful = exchange;
      } else return exchange;
    }
  }

  /** Sends a request, and shows what came of it. */
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
   * @throws NotSentError when nothing is sent any more.
   * @throws TooHeavyError when the operation answers with more than can be read.
   */
  async #ready(call: Call): Promise<void> {
    await this.#parts.pulse.ready(call.send === "to-tidy");
    if (this.#parts.signal.aborted && call.send !== "to-tidy") throw new NotSentError("the run was interrupted");
    this.#parts.heavy.refuse(call);
  }

  /** Sends a request, and again as long as that is safe and the connection to a target that works was lost. */
  async #delivered(call: Call, request: WireRequest): Promise<Exchange> {
    const { heavy, pulse, seen } = this.#parts;
    // One token more is only a token more.
    const asksToken = call.operation === "issueServiceToken" && call.send !== "to-the-limit";
    const safe = request.method === "GET" || call.send === "to-tidy" || asksToken;
    const marked = { ...request, signal: this.#signalFor(call, request) };
    const fresh = request.freshConnection === true || (this.#closes && !safe);
    let exchange = await this.#sent({ ...marked, freshConnection: fresh }, call);
    for (let tries = 1; tries < TRIES && isLost(exchange, safe, tries); tries += 1) {
      // What was written into the end of a kept connection is asked again at once, all else when the target works.
      if (tries > 1 || !isUnheard(exchange) || pulse.isSuspicious) await pulse.doubt(exchange).catch(ignoreNotSent);
      if (pulse.stopped !== undefined || heavy.whyNot(call) !== undefined) break;
      if (this.#parts.signal.aborted && call.send !== "to-tidy") break;
      seen(exchange, call);
      // A server without room for a new connection may have some on one that it keeps; the last word has a new one.
      if (tries > 1) await this.#parts.wait(BREATH * 2 ** (tries - 2));
      const turnedAway = tries > 1 && isReset(exchange);
      const before = exchange;
      exchange = await this.#sent({ ...marked, freshConnection: fresh || tries !== 2 }, call);
      if (this.#hurried.has(exchange)) {
        this.#hurried.set(exchange, before);
        break;
      }
      // It was not the request that a new connection was closed for.
      if (turnedAway && !isReset(exchange)) this.#room.halve();
    }
    return exchange;
  }

  async #sent(request: WireRequest, call: Call): Promise<Exchange> {
    const { connection, heavy } = this.#parts;
    // What came of a write has to be known, however late.
    const withinMs = request.method === "GET" ? heavy.within(call) : undefined;
    const asked = withinMs === undefined ? request : { ...request, withinMs };
    const exchange = await this.#room.within(() => connection.send(asked).catch(withoutToken));
    if (isUnheard(exchange)) this.#closes = true;
    this.#parts.pulse.heard(request, exchange);
    heavy.take(exchange, call);
    if (withinMs !== undefined && isLate(exchange)) this.#hurried.set(exchange, undefined);
    return exchange;
  }

  /** An interrupt does not cut off a write: what it makes on the target must be known, or it could not be taken back. */
  #signalFor({ send }: Call, { method }: WireRequest): AbortSignal {
    const { pulse } = this.#parts;
    if (pulse.stopped !== undefined) return AbortSignal.timeout(LAST_LOOK);
    return method === "GET" && send !== "to-tidy" ? this.#cuts : pulse.died;
  }
}

function withoutToken(error: unknown): never {
  if (error instanceof TokenUnavailableError)
    throw new NotSentError(`the run got no token to send it with: ${error.message}`);
  throw error;
}

const isReset = ({ response }: Exchange): boolean => "fault" in response && response.fault === "reset";

const isUnheard = ({ response }: Exchange): boolean => "reach" in response && response.reach === "unheard";

/** Whether a request may be sent again because its answer, or itself, was lost on the way. */
function isLost({ response }: Exchange, safe: boolean, tries: number): boolean {
  if (!("fault" in response)) return false;
  if ("reach" in response && response.reach === "unsent") return true;
  if (!safe) return false;
  // A server that has no room for one more connection may leave it waiting; more than one such wait is too much.
  return response.fault === "reset" || (response.fault === "head-timeout" && tries === 1);
}

function ignoreNotSent(error: unknown): void {
  if (!(error instanceof NotSentError)) throw error;
}

/** What a head takes in memory, where each field is two texts in a list. */
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
