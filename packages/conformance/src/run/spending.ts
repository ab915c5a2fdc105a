import { steadyNow } from "@plumbline/client";
import { leftOut } from "../plan/budget.ts";
import type { Check } from "../plan/check.ts";
import { byWorth, costOf, mostOf, Opened } from "../plan/worth.ts";

/** The budget of a run, and how much of it is used. */
export interface Purse {
  readonly requests?: number;
  /** No check begins after this; milliseconds of the steady clock. */
  readonly until?: number;
  /** All requests of the run so far. */
  readonly sent: () => number;
  /** Requests reserved for the cleanup and the last reads. */
  readonly kept: number;
}

/** Requests of the first round of a budget of time: they show how fast the target answers. */
const FIRST_ROUND = 200;
/** The share of the remaining time that a round may take at the pace so far. */
const SHARE_OF_TIME = 0.5;
/** The share of the budget below which another round is not worth it. */
const NOTHING = 0.01;

/**
 * Chooses the checks of a run with a budget, round by round: the most valuable first, then others with the requests
 * that those did not need. No check begins that could exceed the budget.
 */
export class Spending {
  readonly #purse: Purse;
  readonly #began = { at: steadyNow(), sent: 0 };
  /** The most requests that each check under way may cause. */
  readonly #underWay = new Map<Check, number>();
  /** The probable cost of the checks of a round that have not begun. */
  readonly #promised = new Map<Check, number>();
  /**
   * Remembers what the checks that have begun wrote to, because only the first check to write there causes extra
   * requests.
   */
  readonly #opened = new Opened();
  /** Checks that have not begun, most valuable first. */
  #waiting: readonly Check[];

  constructor(checks: readonly Check[], purse: Purse) {
    this.#purse = purse;
    this.#began.sent = purse.sent();
    this.#waiting = byWorth(checks);
  }

  /** Takes the checks of the next round; none when the budget is spent. */
  next(): readonly Check[] {
    let room = this.#room();
    if (room <= NOTHING * (this.#purse.requests ?? 0)) return [];
    const round = new Set<Check>();
    const opened = new Opened(this.#opened);
    for (const check of this.#waiting) {
      const opening = opened.costOf(check);
      if (mostOf(check) + opening > room) continue;
      const cost = costOf(check) + opening;
      opened.by(check);
      round.add(check);
      this.#promised.set(check, cost);
      room -= cost;
    }
    this.#waiting = this.#waiting.filter((check) => !round.has(check));
    return [...round];
  }

  /**
   * Whether a check may begin now. If the checks under way may need the rest of the budget, it waits for another round.
   */
  begins(check: Check): boolean {
    // A check with an obstacle gets its verdict without a request.
    if (check.requests === 0) return true;
    this.#promised.delete(check);
    const most = mostOf(check) + this.#opened.costOf(check);
    if (most > this.#unsent() - sumOf(this.#underWay)) {
      this.#waiting = [check, ...this.#waiting];
      return false;
    }
    this.#underWay.set(check, most);
    this.#opened.by(check);
    return true;
  }

  ends(check: Check): void {
    this.#underWay.delete(check);
  }

  /** The checks that never began, with the budget as their obstacle. */
  leftOut(): readonly Check[] {
    return this.#waiting.map((check) => leftOut(check, this.#purse.requests));
  }

  #room(): number {
    return Math.min(this.#unsent() - sumOf(this.#underWay) - sumOf(this.#promised), this.#roomInTime());
  }

  #unsent(): number {
    const { kept, requests = Number.POSITIVE_INFINITY, sent } = this.#purse;
    return requests - kept - sent();
  }

  #roomInTime(): number {
    const { sent, until } = this.#purse;
    if (until === undefined) return Number.POSITIVE_INFINITY;
    const [now, all] = [steadyNow(), sent() - this.#began.sent];
    if (now >= until) return 0;
    if (all === 0) return FIRST_ROUND;
    return Math.max(FIRST_ROUND, (SHARE_OF_TIME * all * (until - now)) / Math.max(1, now - this.#began.at));
  }
}

const sumOf = (costs: ReadonlyMap<Check, number>): number => [...costs.values()].reduce((sum, cost) => sum + cost, 0);
