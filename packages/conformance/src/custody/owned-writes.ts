import type { Exchange } from "@plumbline/client";
import { readText, recordId, type WriteId } from "@plumbline/schemas";
import { wasAccepted } from "../ground/answers.ts";
import type { Path } from "../ground/fields.ts";
import { quoted } from "../ground/quoted.ts";
import type { Effect, Owned } from "../writes/write.ts";
import type { MadeEntry } from "./entry.ts";
import { HandsOffError } from "./hands-off-error.ts";
import { isAt } from "./keys.ts";
import type { Ledger } from "./ledger.ts";
import { ownershipOf } from "./ownership-of.ts";
import type { RecordLists } from "./record-lists.ts";
import type { CustodyParts, Request } from "./request.ts";

/** An id that no record has. */
const NOBODYS = "fedcba9876543210fedcba98";

/** Sends writes to existing records: the run's own, records that the user lends, and ids that no record has. */
export class OwnedWrites {
  readonly #parts: CustodyParts;
  readonly #ledger: Ledger;
  readonly #lists: RecordLists;

  constructor(parts: CustodyParts, ledger: Ledger, lists: RecordLists) {
    this.#parts = parts;
    this.#ledger = ledger;
    this.#lists = lists;
  }

  /** @throws HandsOffError if the record is not proven to be the run's own and may belong to another client. */
  async send({ call, operation, send }: Request, { parameter, removes }: Owned): Promise<Exchange> {
    const { isGiven, mark, pathOf } = this.#parts;
    const addressed = pathOf(call)[parameter] ?? "";
    const own = this.#ledger.own.get(addressed);
    if (own !== undefined) {
      const why = own.closed || own.removed ? undefined : await this.#whyNotOurs(own, addressed);
      if (why !== undefined) throw new HandsOffError(`${operation} of ${addressed}: ${why}`);
    } else if (!addressed.includes(mark) && !isGiven(addressed)) this.#assertNobodys(operation, parameter, addressed);
    const exchange = await send();
    if (!removes || !wasAccepted(exchange)) return exchange;
    // A request with the address of another place removes no record here.
    if (own !== undefined && isAt(own, pathOf(call))) own.removed = true;
    else if (own === undefined && isGiven(addressed)) this.#ledger.recordLoss(operation, addressed);
    else for (const entry of this.#named(addressed, pathOf(call))) entry.removedByName = true;
    return exchange;
  }

  /** Whether the record that a write works on exists; a write to an unknown or removed record is refused. */
  isThere(effect: Effect, path: Path): boolean {
    if (effect.kind !== "owned") return true;
    const value = path[effect.parameter] ?? "";
    const entry = this.#ledger.own.get(value);
    const entries = entry === undefined ? this.#named(value, path) : [entry];
    return entries.some(({ closed, removed, removedByName }) => !closed && !removed && !removedByName);
  }

  /** The run's own records with this name at an address. */
  #named(name: string, address: Path): readonly MadeEntry[] {
    const { contract, mark } = this.#parts;
    if (!name.includes(mark)) return [];
    return [...this.#ledger.own.values()].filter(
      ({ effect, listedAt, path, sent }) =>
        effect.texts?.(sent, contract).includes(name) === true && isAt({ path: { ...path, ...listedAt } }, address),
    );
  }

  /** The run may send an id that it did not create only if no record can have it. */
  #assertNobodys(operation: WriteId, parameter: string, addressed: string): void {
    const foreign = this.#ledger.foreign.get(addressed);
    if (foreign !== undefined) throw new HandsOffError(`${operation} is not sent: ${foreign}`);
    const wellFormed = parameter.endsWith("Id") ? readText(recordId, addressed).kind === "value" : addressed !== "";
    if (!wellFormed || addressed === NOBODYS) return;
    const what = `${parameter} ${quoted(addressed)}`;
    throw new HandsOffError(`${operation} is not sent: the run did not create ${what}`);
  }

  async #whyNotOurs(entry: MadeEntry, id: string): Promise<string | undefined> {
    const frozen = this.#ledger.whyNotRestored(id);
    if (entry.proven || frozen !== undefined) return frozen;
    // Requests that are sent together share one proof.
    entry.proof ??= ownershipOf(entry, id, this.#parts, this.#lists.of(entry));
    const ownership = await entry.proof;
    if (ownership.kind !== "ours") delete entry.proof;
    // A record elsewhere may have an id that does not exist here.
    if (ownership.kind === "gone") return "neither a read nor a list shows the record that the create answered with";
    if (ownership.kind !== "foreign") return undefined;
    this.#ledger.disown(entry, id, ownership.note);
    return ownership.note;
  }
}
