import { answered } from "@plumbline/client";
import { isTrouble } from "../kernel/trouble.ts";
import type { Passed } from "./passed.ts";

/** The most requests to remember, because a server may fail every request. */
const MOST = 300;
/**
 * The most milliseconds from a useful answer to the start of the failing request, and from the failure to the start of
 * the next useful request.
 */
const SOON = 1_000;

interface Failure {
  readonly passed: Passed;
  readonly end: number;
}

/**
 * Believes a 500 if the same request gets it twice in a row, or if other requests get useful answers right before and
 * right after. A single 500 otherwise may come from a restart during the traffic.
 */
export class Doubted {
  readonly #last = new Map<string, { readonly passed: Passed; readonly isTold: boolean }>();
  #waiting: readonly Failure[] = [];
  #useful = Number.NEGATIVE_INFINITY;

  /** The failures that are believed now. The exchange may be a failure itself, or confirm earlier ones. */
  believed(passed: Passed): readonly Passed[] {
    const { exchange } = passed;
    const { startedAt, milliseconds } = exchange;
    const end = startedAt + milliseconds;
    const repeated = this.#repeated(passed);
    if (!isTrouble(exchange)) {
      const [spokenFor, others] = this.#waiting.reduce<readonly [readonly Failure[], readonly Failure[]]>(
        ([yes, no], one) =>
          startedAt < one.end ? [yes, [...no, one]] : startedAt - one.end <= SOON ? [[...yes, one], no] : [yes, no],
        [[], []],
      );
      this.#waiting = others;
      this.#useful = Math.max(this.#useful, end);
      for (const one of spokenFor) this.#tell(one.passed);
      return spokenFor.map((one) => one.passed);
    }
    const isDoubtful = answered(exchange) && exchange.response.status === 500 && repeated.length === 0;
    if (isDoubtful && startedAt - this.#useful <= SOON && this.#waiting.length < MOST)
      this.#waiting = [...this.#waiting, { passed, end }];
    return repeated;
  }

  #tell(passed: Passed): void {
    const key = keyOf(passed);
    if (this.#last.get(key)?.passed === passed) this.#last.set(key, { passed, isTold: true });
  }

  #repeated(passed: Passed): readonly Passed[] {
    const key = keyOf(passed);
    const before = this.#last.get(key);
    this.#last.delete(key);
    if (!answered(passed.exchange) || passed.exchange.response.status !== 500) return [];
    const [oldest] = this.#last.size >= MOST ? this.#last.keys() : [];
    if (oldest !== undefined) this.#last.delete(oldest);
    this.#last.set(key, { passed, isTold: before !== undefined });
    if (before === undefined) return [];
    this.#waiting = this.#waiting.filter((one) => one.passed !== before.passed);
    return before.isTold ? [passed] : [before.passed, passed];
  }
}

const keyOf = ({ exchange: { request } }: Passed): string => `${request.method} ${request.url} ${request.body ?? ""}`;
