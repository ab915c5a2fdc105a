import type { Exchange } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { received } from "../ground/answers.ts";
import type { Call } from "../ground/call.ts";
import { isHeavy, isLate } from "../ground/heavy.ts";
import { TooHeavyError } from "./too-heavy-error.ts";

/**
 * Heavy answers in a row after which the run stops calling an operation; each request began after the previous answer.
 */
const MOST = 3;
/** The number of different requests among them: one slow query says nothing about the others. */
const ASKERS = 2;
/** Operations in a row that the run stopped calling, after which it stops calling the target. */
const EVERYWHERE = 3;
/** Late answers that are at least needed to use up the patience; after that, each further one ends its operation. */
const LATE = 2;
/**
 * Once the patience is used up, an answer may take this share of it, or a multiple of the mean success, or a multiple
 * of the slowest success of its operation.
 */
const SHARE = 10;
const SLOWER = 4;
const OWN_SLOWER = 1.25;
const LEAST_TIME = 1_000;
/** The share of the patience that all further late answers may take together. */
const BEYOND = 0.5;
/** The precision of the start of an exchange, in milliseconds. */
const CLOCK_STEP = 1;
const SUCCESSES = 300;

/** The start and end of an exchange, in milliseconds since the epoch. */
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
 * Counts answers that exceed a limit of the client, by operation, version and method. After several in a row, the run
 * stops calling the operation, because each further check would wait seconds for the same result. A success ends a row,
 * so neither one heavy answer nor a large legal one costs a server any check. A refusal does not, because refusals are
 * always light.
 */
export class HeavyAnswers {
  readonly #patience: number;
  readonly #rows = new Map<string, Row>();
  readonly #givenUp = new Map<string, string>();
  /**
   * Operations that the run stopped calling since the last success; each request began after the previous operation was
   * given up.
   */
  #inRow = new Set<OperationId>();
  #rowEndedAt = Number.NEGATIVE_INFINITY;
  #everywhere: string | undefined;
  /** Milliseconds of waiting for late answers; parallel waits count once. */
  #lost = 0;
  #lostUntil = 0;
  #late = 0;
  /** The slowest success by operation, and the total time of all successes. */
  readonly #slowest = new Map<string, number>();
  readonly #worked = new Set<OperationId>();
  #successes = 0;
  #took = 0;

  /** @param patience milliseconds that all late answers may take in total; after that, each answer must be fast */
  constructor(patience: number) {
    this.#patience = patience;
  }

  /** Counts the answer to a request. */
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
    // Parallel requests share one moment of the target, so they count once.
    if (begun + CLOCK_STEP >= row.endedAt) {
      row.count += 1;
      row.endedAt = ended;
    }
    if (isLate(exchange)) this.#loses(begun, ended);
    if (this.#isOver(row, exchange)) this.#giveUp(key, call, row, { begun, ended });
  }

  /**
   * The milliseconds that an answer may take; `undefined` for the limit of the client. An answer that only this limit
   * cut off is no verdict about the target.
   */
  within(call: Call): number | undefined {
    if (this.#lost < this.#patience || call.send === "to-tidy" || call.send === "to-the-limit") return undefined;
    const mean = this.#took / Math.max(1, this.#successes);
    const own = this.#slowest.get(keyOf(call)) ?? 0;
    const left = (1 + BEYOND) * this.#patience - this.#lost;
    return Math.max(LEAST_TIME, this.#patience / SHARE, Math.min(left, Math.max(SLOWER * mean, OWN_SLOWER * own)));
  }

  /** Why a call is not sent; `undefined` if it may be sent. Cleanup requests are always sent. */
  whyNot(call: Call): string | undefined {
    if (call.send === "to-tidy" || call.send === "to-the-limit") return undefined;
    return this.#givenUp.get(keyOf(call)) ?? this.#everywhere;
  }

  /** Whether the run stopped calling an operation that never answered with anything but heavy answers. */
  isAllHeavy(call: Call): boolean {
    const key = keyOf(call);
    return this.#givenUp.has(key) && !this.#slowest.has(key);
  }

  /** The operations that the run stopped calling, with the reason. */
  get givenUp(): readonly string[] {
    return [...this.#givenUp.values(), ...(this.#everywhere === undefined ? [] : [this.#everywhere])];
  }

  /** @throws TooHeavyError if the call must not be sent. */
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
    // A request that overlapped the previous row shares its moment, so it is not another operation in a row.
    if (begun + CLOCK_STEP < this.#rowEndedAt) return;
    this.#rowEndedAt = ended;
    this.#inRow.add(operation);
    // As long as no operation fails that worked before, only a part of the target is broken.
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
