import { setMaxListeners } from "node:events";
import { answered, type Exchange, type WireRequest } from "@plumbline/client";
import { NotSentError } from "../ground/not-sent-error.ts";
import { askedWait, isLimited, isTrouble, troubleOf } from "./trouble.ts";

/** What a pulse is made of. */
export interface PulseParts {
  /** Sends a request beside those of the run. */
  readonly send: (request: WireRequest) => Promise<Exchange>;
  /** What is asked as long as nothing is known to be answered. */
  readonly greeting: WireRequest;
  /** Lets time pass for the target, or less when the run is interrupted. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** Waits on this machine's clock, or less when the run is interrupted. */
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly interrupted: () => boolean;
  /** Milliseconds that a target may ask to be left alone without an answer of use in between. */
  readonly patience: number;
  /** Requests of the run so far. */
  readonly requests: () => number;
  /** Hears of what is waited for before it is. */
  readonly onWait: (text: string) => void;
}

/** Milliseconds after which a target that fails is asked again, before it counts as gone. */
const SECOND_LOOKS = [300, 1_000] as const;
/** Of a target that does not answer in time one more try has to do: each takes its time. */
const SILENT_LOOKS = 1;
/** Milliseconds that a look takes at most; more where the target was seen to take more, as far as patience goes. */
const LEAST_LOOK = 3_000;
const SLOWER = 4;
const LEAST_SLOWER = 1.25;
/** The part of the patience that a look may take for that. */
const SHARE = 4;
const SHORTEST_WAIT = 1_000;
/** Milliseconds between two looks at a target that says nothing of when to come back, at most. */
const LONGEST_STEP = 15_000;
/** Of patience, for all waiting of a run. */
const WAITS = 10;
/** Bytes of an answer that is worth asking for again. */
const CHEAP = 64 * 1_024;
/** What is sent to a target that is gone: enough to take back what can be, should it be back. */
const LAST_REQUESTS = 12;
const LAST_FAILURES = 3;
/** Failures in a row after which none is taken for the chance of one connection any more. */
const SUSPICIOUS = 4;

/**
 * Knows whether the target still works. Whatever may come of the network or of a server that is gone is held back until a
 * read that was answered before is answered again: only then does it speak of the target. Meanwhile nothing else is
 * sent; and when that read fails too, the target has stopped, and nothing but what takes back is sent any more.
 */
export class Pulse {
  readonly #parts: PulseParts;
  readonly #decided = new WeakMap<Exchange, Promise<void>>();
  readonly #died = new AbortController();
  #known: WireRequest | undefined;
  #looking: Promise<void> | undefined;
  #stopped: string | undefined;
  #useful = 0;
  #slowest = 0;
  /** Milliseconds that were waited since the last answer of use, and in all. */
  #fruitless = 0;
  #waited = 0;
  #last = 0;
  #failures = 0;
  #troubles = 0;

  constructor(parts: PulseParts) {
    this.#parts = parts;
    // Every wait and every request in flight listens.
    setMaxListeners(0, this.#died.signal);
  }

  /** Why the target counts as gone; `undefined` as long as it does not. */
  get stopped(): string | undefined {
    return this.#stopped;
  }

  /** So many requests in a row failed that the next should wait for a look at the target. */
  get isSuspicious(): boolean {
    return this.#troubles >= SUSPICIOUS;
  }

  /** Something other than trouble was ever answered. */
  get everAnswered(): boolean {
    return this.#useful > 0;
  }

  /** Aborted when the target has stopped. */
  get died(): AbortSignal {
    return this.#died.signal;
  }

  /**
   * Resolves when a request may be sent.
   * @throws NotSentError when the target has stopped, but for some last requests that take back.
   */
  async ready(tidies: boolean): Promise<void> {
    while (this.#looking !== undefined) await this.#looking;
    if (this.#stopped === undefined) return;
    if (!tidies || this.#last >= LAST_REQUESTS || this.#failures >= LAST_FAILURES) throw this.#notSent();
    this.#last += 1;
  }

  /** Takes note of what came of a request. */
  heard(request: WireRequest, exchange: Exchange): void {
    const useful = !isTrouble(exchange) && !wasCutOff(exchange);
    if (this.#stopped !== undefined) this.#failures = useful ? 0 : this.#failures + 1;
    else this.#troubles = useful ? 0 : this.#troubles + 1;
    if (this.#stopped === undefined && useful) this.#uses(request, exchange);
  }

  /**
   * Resolves when an exchange speaks of the target: at once, unless it is trouble.
   * @throws NotSentError when it does not, because the target has stopped.
   */
  async doubt(exchange: Exchange): Promise<void> {
    if (wasCutOff(exchange)) throw this.#notSent();
    if (!isTrouble(exchange)) return;
    const known = this.#decided.get(exchange) ?? this.#look(exchange);
    this.#decided.set(exchange, known);
    await known;
    if (this.#stopped !== undefined) throw this.#notSent();
  }

  /**
   * Waits as long as the answer of a limiter asks for; false when that is longer than anybody has patience for, or when
   * the target has stopped.
   */
  async waits(exchange: Exchange): Promise<boolean> {
    const asked = Math.max(SHORTEST_WAIT, askedWait(exchange) ?? 0);
    const before = this.#waited;
    // Whether the whole target is limited or only this operation.
    await this.#look(exchange);
    if (this.#stopped !== undefined || this.#parts.interrupted()) return false;
    const left = asked - (this.#waited - before);
    if (left > 0 && !this.#affords(asked)) return false;
    if (left > 0) await this.#passes(left, exchange);
    return true;
  }

  /** A look that begins after an exchange has ended; those that end together share one. */
  async #look(exchange: Exchange): Promise<void> {
    if (this.#looking !== undefined) await this.#looking;
    if (this.#stopped !== undefined) return;
    this.#looking ??= this.#examine(exchange).finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
  }

  async #examine(first: Exchange): Promise<void> {
    const request = this.#known ?? this.#parts.greeting;
    let spent = 0;
    for (let tries = 0, silent = 0; ; tries += 1) {
      const exchange = await this.#ask(request, spent);
      spent += exchange.milliseconds;
      if (this.#parts.interrupted()) return;
      if (answered(exchange) && !isTrouble(exchange)) {
        this.#uses(request, exchange);
        return;
      }
      // Of a server that has never answered a read, a 500 is what it does, and no change.
      if (this.#known === undefined && answered(exchange) && exchange.response.status === 500) return;
      if (isLimited(exchange)) {
        const step = Math.min(LONGEST_STEP, SHORTEST_WAIT * 2 ** tries);
        const wait = Math.max(askedWait(exchange) ?? 0, step);
        if (!this.#affords(wait)) return this.#stop(exchange, "to wait longer, use --patience");
        await this.#passes(wait, exchange);
        continue;
      }
      if (!answered(exchange) && isSilence(exchange)) silent += 1;
      const wait = SECOND_LOOKS[tries];
      if (wait === undefined || silent > SILENT_LOOKS) return this.#stop(isSilence(exchange) ? first : exchange);
      await this.#parts.wait(wait);
    }
  }

  /**
   * One look, on a connection of its own and in a time of its own. All others may be waiting for answers that never come:
   * a look that had to wait for those would say nothing of the target. Looks that took `spent` milliseconds before it leave
   * it the rest of the patience.
   */
  #ask(request: WireRequest, spent: number): Promise<Exchange> {
    const { patience, send } = this.#parts;
    const slower = Math.max(LEAST_SLOWER * this.#slowest, patience / SHARE);
    const withinMs = Math.max(LEAST_LOOK, Math.min(SLOWER * this.#slowest, slower, patience - spent));
    return send({ ...request, check: "pulse", freshConnection: true, urgent: true, withinMs });
  }

  #uses(request: WireRequest, exchange: Exchange): void {
    this.#useful = Math.max(1, this.#parts.requests());
    this.#fruitless = 0;
    this.#slowest = Math.max(this.#slowest, exchange.milliseconds);
    if (this.#known !== undefined || request.method !== "GET" || !answered(exchange)) return;
    const { status, bodyBytes } = exchange.response;
    const {
      signal: _signal,
      check: _check,
      freshConnection: _fresh,
      urgent: _urgent,
      withinMs: _within,
      ...plain
    } = request;
    if (status === 200 && bodyBytes < CHEAP && "credential" in plain) this.#known = plain;
  }

  #affords(milliseconds: number): boolean {
    const { patience } = this.#parts;
    return this.#fruitless + milliseconds <= patience && this.#waited + milliseconds <= WAITS * patience;
  }

  async #passes(milliseconds: number, exchange: Exchange): Promise<void> {
    this.#fruitless += milliseconds;
    this.#waited += milliseconds;
    const status = answered(exchange) ? exchange.response.status : "nothing";
    this.#parts.onWait(`waiting ${Math.ceil(milliseconds / 1_000)} s: the target answers ${status}`);
    await this.#parts.pass(milliseconds);
  }

  #stop(exchange: Exchange, advice?: string): void {
    const why = `${troubleOf(exchange)}${advice === undefined ? "" : ` (${advice})`}`;
    this.#stopped = this.everAnswered ? `The target stopped working after ${this.#useful} requests: ${why}` : why;
    this.#died.abort();
  }

  #notSent(): NotSentError {
    return new NotSentError(this.#stopped ?? "the run was interrupted");
  }
}

const wasCutOff = ({ response }: Exchange): boolean => "fault" in response && response.fault === "aborted";

const isSilence = ({ response }: Exchange): boolean => "fault" in response && response.fault.endsWith("-timeout");
