import type { Exchange } from "@plumbline/client";
import type { WriteId } from "@plumbline/schemas";
import { wasAccepted } from "../ground/answers.ts";
import type { Limits } from "../ground/limits.ts";
import { NoRoomError } from "./no-room-error.ts";

/**
 * Counts the records that stay on the target and sends no create beyond the limit of its operation, no matter who asks.
 * A refused create makes nothing and does not count; an unanswered create may have made a record and counts.
 */
export class Allowance {
  readonly #limits: Limits;
  /** The records of a create that stay although an operation could remove them. */
  readonly #left: (operation: WriteId) => number;
  readonly #made = new Map<WriteId, number>();
  readonly #underWay = new Map<WriteId, Set<Promise<unknown>>>();

  constructor(limits: Limits, left: (operation: WriteId) => number) {
    this.#limits = limits;
    this.#left = left;
  }

  /**
   * Sends a create if the limit leaves room for its record; `stays` means that no operation removes the record.
   * @throws NoRoomError if the limit is reached.
   */
  async within(operation: WriteId, stays: boolean, send: () => Promise<Exchange>): Promise<Exchange> {
    const limit = this.#limits[operation];
    if (limit === undefined) return send();
    const underWay = this.#underWay.get(operation) ?? new Set();
    this.#underWay.set(operation, underWay);
    const used = (): number => (stays ? (this.#made.get(operation) ?? 0) : this.#left(operation));
    // Requests under way may use the last room. Only their answers show whether they did, so later callers wait for
    // them.
    while (stays && used() < limit && used() + underWay.size >= limit) await Promise.race(underWay);
    if (used() >= limit) throw new NoRoomError(operation, limit);
    const sent = this.#counted(operation, send);
    const settled = sent.catch(() => undefined).finally(() => underWay.delete(settled));
    underWay.add(settled);
    return sent;
  }

  async #counted(operation: WriteId, send: () => Promise<Exchange>): Promise<Exchange> {
    const exchange = await send();
    if (wasAccepted(exchange) || "fault" in exchange.response)
      this.#made.set(operation, (this.#made.get(operation) ?? 0) + 1);
    return exchange;
  }
}
