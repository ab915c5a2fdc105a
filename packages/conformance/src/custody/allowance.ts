import type { Exchange } from "@plumbline/client";
import type { WriteId } from "@plumbline/schemas";
import { wasAccepted } from "../ground/answers.ts";
import type { Limits } from "../ground/limits.ts";
import { NoRoomError } from "./no-room-error.ts";

/**
 * Counts the records that stay on the target and sends no create beyond the limit of its operation, whoever asks. A refusal
 * makes nothing, so it does not count; a request without an answer may have made something, so it does.
 */
export class Allowance {
  readonly #limits: Limits;
  /** Records that stay although they could be removed elsewhere, by the create that made them. */
  readonly #left: (operation: WriteId) => number;
  readonly #made = new Map<WriteId, number>();
  readonly #underWay = new Map<WriteId, Set<Promise<unknown>>>();

  constructor(limits: Limits, left: (operation: WriteId) => number) {
    this.#limits = limits;
    this.#left = left;
  }

  /**
   * Sends a create where there is room for its record; `stays` says that nothing removes one.
   * @throws NoRoomError when there is none.
   */
  async within(operation: WriteId, stays: boolean, send: () => Promise<Exchange>): Promise<Exchange> {
    const limit = this.#limits[operation];
    if (limit === undefined) return send();
    const underWay = this.#underWay.get(operation) ?? new Set();
    this.#underWay.set(operation, underWay);
    const used = (): number => (stays ? (this.#made.get(operation) ?? 0) : this.#left(operation));
    // The last room is taken by the first who asks: whether it was used shows when that one has its answer.
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
