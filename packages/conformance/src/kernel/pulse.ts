import { setMaxListeners } from "node:events";
import { answered, type Exchange, type WireRequest } from "@plumbline/client";
import { NotSentError } from "../ground/not-sent-error.ts";
import { askedWait, isLimited, isTrouble, troubleOf } from "./trouble.ts";

/** The parts that a pulse uses. */
export interface PulseParts {
  /** Sends a request in addition to those of the run. */
  readonly send: (request: WireRequest) => Promise<Exchange>;
  /** The request for a look until a read is known that the target answers. */
  readonly greeting: WireRequest;
  /** Lets time pass for the target; an interrupt of the run ends it early. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** Waits on the local clock; an interrupt of the run ends it early. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Lets time pass for a target that counts as stopped, for the cleanup; an interrupt of the run ends it early. */
  readonly rest: (milliseconds: number) => Promise<void>;
  readonly interrupted: () => boolean;
  /** Milliseconds that a target may ask the run to wait without a useful answer in between. */
  readonly patience: number;
  /** The number of requests of the run so far. */
  readonly requests: () => number;
  /** Gets a sentence about each wait before it begins. */
  readonly onWait: (text: string) => void;
}

/** Milliseconds before each further look at a failing target, until it counts as stopped. */
const SECOND_LOOKS = [300, 1_000] as const;
/** Further looks at a target that does not answer in time: only one, because each takes long. */
const SILENT_LOOKS = 1;
/** The time limit of a look, in milliseconds. If earlier answers took longer, the limit rises, within the patience. */
const LEAST_LOOK = 3_000;
const SLOWER = 4;
const LEAST_SLOWER = 1.25;
/** The share of the patience that the risen limit may reach. */
const SHARE = 4;
const SHORTEST_WAIT = 1_000;
/** The longest pause between two looks, in milliseconds, if the target does not say when to come back. */
const LONGEST_STEP = 15_000;
/** Waits of at most so many milliseconds are announced one by one up to this number, and then each hundredth. */
const SHORT_WAIT = 5_000;
const ALL_ANNOUNCED = 20;
const ANNOUNCED = 100;
/** The total waiting time of a run, as a multiple of the patience. */
const WAITS = 10;
/** The most bytes of an answer whose request may serve as a look. */
const CHEAP = 64 * 1_024;
/** The failures in a row that end the cleanup of a target that has stopped; it may work again, and then all is undone. */
const LAST_FAILURES = 3;
/** After so many failures in a row, the cause is not one broken connection. */
const SUSPICIOUS = 4;

/**
 * Finds out whether the target still works. A failure may come from the network or a stopped server, so the run holds
 * it back until a known read is answered again; only then does the failure count against the target. Meanwhile nothing
 * else is sent. If that read fails too, the target has stopped, and the run sends only cleanup requests.
 */
export class Pulse {
  readonly #parts: PulseParts;
  readonly #decided = new WeakMap<Exchange, Promise<void>>();
  readonly #died = new AbortController();
  readonly #gone = new AbortController();
  #known: WireRequest | undefined;
  #looking: Promise<void> | undefined;
  #stopped: string | undefined;
  #useful = 0;
  #slowest = 0;
  /** Milliseconds of waiting since the last useful answer, and in total. */
  #fruitless = 0;
  #waited = 0;
  /** Milliseconds of waiting in looks. */
  #lookWaited = 0;
  /** The waits that go on now, and the moment at which the last of them will end. */
  #waiting = 0;
  #waitsUntil = 0;
  #isLimiting = false;
  #shortWaits = 0;
  #failures = 0;
  #troubles = 0;

  constructor(parts: PulseParts) {
    this.#parts = parts;
    // Every wait and every request in flight adds a listener.
    setMaxListeners(0, this.#died.signal);
    setMaxListeners(0, this.#gone.signal);
  }

  /** Why the target counts as stopped; `undefined` while it works. */
  get stopped(): string | undefined {
    return this.#stopped;
  }

  /**
   * Whether the target counts as stopped only because it limits requests for longer than the run may wait. It works, so
   * the cleanup goes on, with a patience of its own.
   */
  get isLimiting(): boolean {
    return this.#isLimiting;
  }

  /** Whether so many requests in a row failed that the next should wait for a look. */
  get isSuspicious(): boolean {
    return this.#troubles >= SUSPICIOUS;
  }

  /** Whether the target ever gave a useful answer. */
  get everAnswered(): boolean {
    return this.#useful > 0;
  }

  /** Aborted when the target has stopped. */
  get died(): AbortSignal {
    return this.#died.signal;
  }

  /** Aborted when the target has stopped and does not only limit requests. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /**
   * Resolves when a request may be sent.
   * @throws NotSentError when the target has stopped, except for requests of the cleanup until a few of these fail.
   */
  async ready(tidies: boolean): Promise<void> {
    while (this.#looking !== undefined) await this.#looking;
    if (this.#stopped === undefined) return;
    if (!tidies || this.#failures >= LAST_FAILURES) throw this.#notSent();
  }

  /** Counts the answer to a request. */
  heard(request: WireRequest, exchange: Exchange): void {
    const useful = !isTrouble(exchange) && !wasCutOff(exchange);
    if (this.#isLimiting && isLimited(exchange)) return;
    if (this.#stopped !== undefined) {
      this.#failures = useful ? 0 : this.#failures + 1;
      if (useful) this.#fruitless = 0;
      return;
    }
    this.#troubles = useful ? 0 : this.#troubles + 1;
    if (useful) this.#uses(request, exchange);
  }

  /**
   * Resolves when an exchange counts as the target's own answer: at once, unless it is trouble.
   * @throws NotSentError if it does not count, because the target has stopped.
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
   * Waits as long as a rate limiter asks for; false if that exceeds the patience, or if the target has stopped. The
   * cleanup also waits for a target that only limits requests.
   */
  async waits(exchange: Exchange, tidies = false): Promise<boolean> {
    const asked = Math.max(SHORTEST_WAIT, askedWait(exchange) ?? 0);
    if (this.#isLimiting && tidies) {
      if (this.#parts.interrupted() || !this.#affords(asked)) return false;
      await this.#passes(asked, exchange, this.#parts.rest);
      return true;
    }
    const before = this.#lookWaited;
    // The look shows whether the limit concerns the whole target or only this operation.
    await this.#look(exchange);
    if (this.#stopped !== undefined || this.#parts.interrupted()) return false;
    const left = asked - (this.#lookWaited - before);
    if (left > 0 && !this.#affords(asked)) return false;
    if (left > 0) await this.#passes(left, exchange);
    return true;
  }

  /** Begins a look after an exchange has ended; exchanges that end together share one look. */
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
      // The server has never answered a read, so a 500 is its usual answer and no change.
      if (this.#known === undefined && answered(exchange) && exchange.response.status === 500) return;
      if (isLimited(exchange)) {
        const step = Math.min(LONGEST_STEP, SHORTEST_WAIT * 2 ** tries);
        const wait = Math.max(askedWait(exchange) ?? 0, step);
        if (!this.#affords(wait)) return this.#limits(exchange);
        this.#lookWaited += wait;
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
   * Sends one look, on its own connection and with its own time limit. All others may be in use by requests that never
   * get an answer, and a look that waited for them would say nothing about the target. `spent` is the time that earlier
   * looks took from the patience.
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

  async #passes(milliseconds: number, exchange: Exchange, pass = this.#parts.pass): Promise<void> {
    const more = this.#prolongsBy(milliseconds);
    this.#fruitless += more;
    this.#waited += more;
    this.#announces(milliseconds, exchange);
    this.#waiting += 1;
    try {
      await pass(milliseconds);
    } finally {
      this.#waiting -= 1;
    }
  }

  /** A limiter that asks for short waits may ask for hundreds of them. */
  #announces(milliseconds: number, exchange: Exchange): void {
    const isShort = milliseconds <= SHORT_WAIT;
    if (isShort) this.#shortWaits += 1;
    if (isShort && this.#shortWaits > ALL_ANNOUNCED && this.#shortWaits % ANNOUNCED !== 0) return;
    const status = answered(exchange) ? exchange.response.status : "nothing";
    const many = isShort && this.#shortWaits > ALL_ANNOUNCED ? `, for the ${this.#shortWaits}th time` : "";
    this.#parts.onWait(`waiting ${Math.ceil(milliseconds / 1_000)} s: the target answers ${status}${many}`);
  }

  /** The milliseconds by which a wait that begins now prolongs those that go on. */
  #prolongsBy(milliseconds: number): number {
    const now = performance.now();
    if (this.#waiting === 0) this.#waitsUntil = now;
    const until = Math.max(this.#waitsUntil, now + milliseconds);
    const more = Math.round(until - this.#waitsUntil);
    this.#waitsUntil = until;
    return more;
  }

  #limits(exchange: Exchange): void {
    this.#isLimiting = true;
    this.#fruitless = 0;
    this.#waited = 0;
    this.#stop(exchange, "to wait longer, use --patience");
  }

  #stop(exchange: Exchange, advice?: string): void {
    const why = `${troubleOf(exchange)}${advice === undefined ? "" : ` (${advice})`}`;
    this.#stopped = this.everAnswered ? `The target stopped working after ${this.#useful} requests: ${why}` : why;
    this.#died.abort();
    // The outcome of a write that is on its way should be known, so it is not cut off if the target works.
    if (!this.#isLimiting) this.#gone.abort();
  }

  #notSent(): NotSentError {
    return new NotSentError(this.#stopped ?? "the run was interrupted");
  }
}

const wasCutOff = ({ response }: Exchange): boolean => "fault" in response && response.fault === "aborted";

const isSilence = ({ response }: Exchange): boolean => "fault" in response && response.fault.endsWith("-timeout");
