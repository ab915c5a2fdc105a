import type { Exchange } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { received } from "../ground/answers.ts";
import type { Call } from "../ground/call.ts";
import { isHeavy, isLate } from "../ground/heavy.ts";
import { TooHeavyError } from "./too-heavy-error.ts";

/** Heavy answers in a row, each asked for after the one before had ended, that end the asking of an operation. */
const MOST = 3;
/** Requests that met them: a query that takes long says nothing of the others. */
const ASKERS = 2;
/** Operations in a row that end the asking of the target. */
const EVERYWHERE = 3;
/** Late answers that use up the patience with all further ones. */
const LATE = 2;
/** What an answer may take once the patience is used up: a part of it, or so many times what others took, or its own operation. */
const SHARE = 10;
const SLOWER = 4;
const OWN_SLOWER = 1.25;
const LEAST_TIME = 1_000;
/** The part of the patience that all of these may take together. */
const BEYOND = 0.5;
/** Milliseconds to which the beginning of an exchange is known. */
const CLOCK_STEP = 1;
const SUCCESSES = 300;

/** When an exchange began and ended, in milliseconds since the epoch. */
interface Times {
  readonly begun: number;
  readonly ended: number;
}

interface Row {
  count: number;
  endedAt: number;
  received: string;
  readonly askers: Set<string>;
}

/**
 * Counts answers that break a limit of the client, by operation, version and method. An operation that gave nothing else
 * several times in a row is not asked again: each further check would read the same for seconds. A success ends a row, so
 * that neither one heavy answer nor a large legal one costs a server any check; a refusal does not, since refusals are light.
 */
export class HeavyAnswers {
  readonly #patience: number;
  readonly #rows = new Map<string, Row>();
  readonly #givenUp = new Map<string, string>();
  /** Operations that were given up since the last success, each asked after the one before was given up. */
  #inRow = new Set<OperationId>();
  #rowEndedAt = Number.NEGATIVE_INFINITY;
  #everywhere: string | undefined;
  /** Milliseconds in which answers were waited for in vain; those that were waited for together count once. */
  #lost = 0;
  #lostUntil = 0;
  #late = 0;
  /** The slowest success by operation; and what all successes took. */
  readonly #slowest = new Map<string, number>();
  readonly #worked = new Set<OperationId>();
  #successes = 0;
  #took = 0;

  /** @param patience milliseconds that late answers may take in all before each further one has to be fast */
  constructor(patience: number) {
    this.#patience = patience;
  }

  /** Takes note of what came of a request. */
  take(exchange: Exchange, call: Call): void {
    if (call.send === "to-tidy" || call.send === "to-the-limit") return;
    const key = keyOf(call);
    if (!isHeavy(exchange)) {
      if (isSuccess(exchange)) this.#ends(key, exchange, call.operation);
      return;
    }
    const begun = exchange.startedAt;
    const ended = begun + exchange.milliseconds;
    const row = this.#rows.get(key) ?? { count: 0, endedAt: Number.NEGATIVE_INFINITY, received: "", askers: new Set() };
    this.#rows.set(key, row);
    row.askers.add(`${exchange.check} ${exchange.request.url}`);
    row.received = received(exchange);
    // Requests that were on their way together met one moment of the target.
    if (begun + CLOCK_STEP >= row.endedAt) {
      row.count += 1;
      row.endedAt = ended;
    }
    if (isLate(exchange)) this.#loses(begun, ended);
    if (this.#isOver(row, exchange)) this.#giveUp(key, call, row, { begun, ended });
  }

  /**
   * Milliseconds that the answer to a call may take; `undefined` for as many as the client allows.
   * An answer that was cut off by this alone is no verdict about the target.
   */
  within(call: Call): number | undefined {
    if (this.#lost < this.#patience || call.send === "to-tidy" || call.send === "to-the-limit") return undefined;
    const mean = this.#took / Math.max(1, this.#successes);
    const own = this.#slowest.get(keyOf(call)) ?? 0;
    const left = (1 + BEYOND) * this.#patience - this.#lost;
    return Math.max(LEAST_TIME, this.#patience / SHARE, Math.min(left, Math.max(SLOWER * mean, OWN_SLOWER * own)));
  }

  /** Why a call is not sent; `undefined` when it may be. What takes back is always sent. */
  whyNot(call: Call): string | undefined {
    if (call.send === "to-tidy" || call.send === "to-the-limit") return undefined;
    return this.#givenUp.get(keyOf(call)) ?? this.#everywhere;
  }

  /** Whether the operation of a call is not asked again and gave nothing but heavy answers before. */
  isAllHeavy(call: Call): boolean {
    const key = keyOf(call);
    return this.#givenUp.has(key) && !this.#slowest.has(key);
  }

  /** What is not asked again, and why. */
  get givenUp(): readonly string[] {
    return [...this.#givenUp.values(), ...(this.#everywhere === undefined ? [] : [this.#everywhere])];
  }

  /** @throws TooHeavyError when a call is not to be sent. */
  refuse(call: Call): void {
    const why = this.whyNot(call);
    if (why !== undefined) throw new TooHeavyError(why);
  }

  #ends(key: string, { milliseconds }: Exchange, operation: OperationId): void {
    this.#worked.add(operation);
    this.#rows.delete(key);
    this.#inRow = new Set();
    this.#slowest.set(key, Math.max(this.#slowest.get(key) ?? 0, milliseconds));
    this.#successes += 1;
    this.#took += milliseconds;
  }

  #loses(begun: number, ended: number): void {
    this.#late += begun + CLOCK_STEP >= this.#lostUntil ? 1 : 0;
    this.#lost += Math.max(0, ended - Math.max(begun, this.#lostUntil));
    this.#lostUntil = Math.max(this.#lostUntil, ended);
  }

  #isOver({ count, askers }: Row, exchange: Exchange): boolean {
    if (isLate(exchange) && this.#lost >= this.#patience && this.#late >= LATE) return true;
    return count >= MOST && askers.size >= ASKERS;
  }

  #giveUp(key: string, { operation }: Call, { count, received: last }: Row, { begun, ended }: Times): void {
    if (this.#givenUp.has(key)) return;
    this.#givenUp.set(key, `the run stopped calling ${key} after ${times(count)} in a row: ${last}`);
    // Successes that were asked for together with late answers came before those.
    if (begun + CLOCK_STEP < this.#rowEndedAt) return;
    this.#rowEndedAt = ended;
    this.#inRow.add(operation);
    // As long as none of those fails that worked before, a part of the target is at fault and not all of it.
    const isPart = this.#worked.size > 0 && ![...this.#inRow].some((one) => this.#worked.has(one));
    if (this.#inRow.size < EVERYWHERE || isPart) return;
    const names = [...this.#inRow].join(", ");
    this.#everywhere ??= `The run stopped after heavy answers of ${names} in a row: ${last}`;
  }
}

const times = (count: number): string => (count === 1 ? "one heavy answer" : `${count} heavy answers`);

const keyOf = ({ operation, version, method, elsewhere }: Call): string =>
  [method, operation, `version ${version}`, elsewhere].filter((part) => part !== undefined).join(" ");

const isSuccess = ({ response }: Exchange): boolean => "status" in response && response.status < SUCCESSES;
