import type { Exchange } from "@plumbline/client";
import { received, wasAccepted, wasRefused } from "../ground/answers.ts";
import { eventually } from "../ground/eventually.ts";
import type { Path } from "../ground/fields.ts";
import { needsOffered } from "../ground/not-offered-error.ts";
import { saysThereIsNone } from "../oracles/says-there-is-none.ts";
import { WRITES } from "../writes/table.ts";
import type { Starts as Effect, Ends } from "../writes/write.ts";
import type { StartedEntry } from "./entry.ts";
import { HandsOffError } from "./hands-off-error.ts";
import { chosen, keyOf } from "./keys.ts";
import type { Ledger } from "./ledger.ts";
import { LostAnswerError } from "./lost-answer-error.ts";
import type { CustodyParts, Request } from "./request.ts";

/**
 * Sends requests that start and end something that exists only once; one that is already there belongs to another
 * client.
 */
export class Starts {
  readonly #parts: CustodyParts;
  readonly #ledger: Ledger;
  /** Places where the run has started something, even if it has ended since. */
  readonly #begun = new Set<string>();
  /** Places where the run waited in vain for another client's to end; it does not wait there again. */
  readonly #others = new Set<string>();

  constructor(parts: CustodyParts, ledger: Ledger) {
    this.#parts = parts;
    this.#ledger = ledger;
  }

  async send(request: Request, effect: Effect): Promise<Exchange> {
    const path = chosen(request.path, effect.of);
    const key = keyOf(effect.read, path);
    this.#ledger.assertRestorable(key);
    const known = this.#ledger.startedEntry(request.by, key);
    const stoodNone = known === undefined || known.ended ? await this.#assertNone(request, effect, path) : false;
    const entry: StartedEntry = known ?? { kind: "started", ...this.#ledger.common({ ...request, path }), effect };
    if (stoodNone) entry.stoodNone = true;
    if (known === undefined) this.#ledger.note(entry);
    const { ended } = entry;
    delete entry.ended;
    this.#begun.add(key);
    const exchange = await request.send().catch((error: unknown) => {
      // After a lost answer it may exist; a request that was never sent has started nothing.
      if (error instanceof LostAnswerError) entry.started = true;
      else if (ended) entry.ended = ended;
      throw error;
    });
    if (!wasRefused(exchange)) entry.started = true;
    else if (ended) entry.ended = ended;
    this.#ledger.recordExchange(entry, exchange);
    return exchange;
  }

  async end({ by, path, send }: Request, { starts }: Ends): Promise<Exchange> {
    const { effect } = WRITES[starts];
    if (effect.kind !== "starts") throw new Error(`${starts} starts nothing`);
    const entry = this.#ledger.startedEntry(by, keyOf(effect.read, chosen(path, effect.of)));
    if (entry === undefined)
      throw new HandsOffError(`the run did not send ${starts}, so the one that exists is not its own`);
    const exchange = await send();
    if (wasAccepted(exchange)) entry.ended = true;
    return exchange;
  }

  /**
   * Makes sure that none exists, and says whether a read showed that. If the user permits ending an existing one, the
   * read need not show it.
   */
  async #assertNone({ operation, version: wanted }: Request, effect: Effect, path: Path): Promise<boolean> {
    const { ask, inVain, pass, served } = this.#parts;
    const version = served(effect.read, wanted);
    if (version === undefined) needsOffered(effect.read, `no read shows the simulation that ${operation} starts`);
    if (served(effect.end, wanted) === undefined)
      needsOffered(effect.end, `the run could not end the simulation that ${operation} starts`);
    const read = (): Promise<Exchange> => ask({ operation: effect.read, version, path });
    if (this.#parts.isFree(effect, path)) {
      // There may be none to end, so the target may refuse the end.
      const ends = served(effect.end, wanted);
      if (ends !== undefined && !inVain.has(effect.end)) {
        const ended = await ask({ operation: effect.end, version: ends, path, due: "open" });
        if (!wasAccepted(ended) && !saysThereIsNone(ended)) inVain.add(effect.end);
      }
      return effect.standing(await read()) === false;
    }
    // One that has ended may still be shown for a while.
    const isNone = (one: Exchange): boolean => effect.standing(one) === false;
    const key = keyOf(effect.read, path);
    const last = this.#others.has(key) ? await read() : await eventually(pass, read, isNone);
    const standing = effect.standing(last);
    if (standing === undefined)
      throw new HandsOffError(`no read shows whether ${operation} already has one running (${received(last)})`);
    if (!standing) return true;
    if (!this.#begun.has(key)) this.#others.add(key);
    const way = effect.free ? `; if a run may end it, state fixtures.${effect.free.fixture} in the target file` : "";
    throw new HandsOffError(`the run did not start the one that exists, and ${effect.end} would end it${way}`);
  }
}
