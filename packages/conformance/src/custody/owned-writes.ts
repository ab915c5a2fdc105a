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

/** Nobody was ever issued this id. */
const NOBODYS = "fedcba9876543210fedcba98";

/** Sends what works on a record that is there: one of the run's own, one that the user lends, or one that nobody has. */
export class OwnedWrites {
  readonly #parts: CustodyParts;
  readonly #ledger: Ledger;
  readonly #lists: RecordLists;

  constructor(parts: CustodyParts, ledger: Ledger, lists: RecordLists) {
    this.#parts = parts;
    this.#ledger = ledger;
    this.#lists = lists;
  }

  /** @throws HandsOffError when the record is not proven to be the run's own, and might be somebody's. */
  async send({ call, operation, send }: Request, { parameter, removes }: Owned): Promise<Exchange> {
    const { isGiven, mark, pathOf } = this.#parts;
    const addressed = pathOf(call)[parameter] ?? "";
    const own = this.#ledger.own.get(addressed);
    if (own !== undefined) {
      const why = own.closed || own.removed ? undefined : await this.#whyNotOurs(own, addressed);
      if (why !== undefined) throw new HandsOffError(`${operation} of ${addressed}: ${why}`);
    } else if (!addressed.includes(mark) && !isGiven(addressed)) this.#needsNobodys(operation, parameter, addressed);
    const exchange = await send();
    if (!removes || !wasAccepted(exchange)) return exchange;
    // What was asked of another place says nothing of this one: there the record is taken away all the same.
    if (own !== undefined && isAt(own, pathOf(call))) own.removed = true;
    else if (own === undefined && isGiven(addressed)) this.#ledger.loses(operation, addressed);
    else for (const entry of this.#named(addressed, pathOf(call))) entry.removedByName = true;
    return exchange;
  }

  /** Whether there is something for a write to work on: what addresses nobody's record, or one that is gone, is refused. */
  isThere(effect: Effect, path: Path): boolean {
    if (effect.kind !== "owned") return true;
    const value = path[effect.parameter] ?? "";
    const entry = this.#ledger.own.get(value);
    const entries = entry === undefined ? this.#named(value, path) : [entry];
    return entries.some(({ closed, removed, removedByName }) => !closed && !removed && !removedByName);
  }

  /** The run's own records of this name at an address. */
  #named(name: string, address: Path): readonly MadeEntry[] {
    const { contract, mark } = this.#parts;
    if (!name.includes(mark)) return [];
    return [...this.#ledger.own.values()].filter(
      ({ effect, listedAt, path, sent }) =>
        effect.texts?.(sent, contract).includes(name) === true && isAt({ path: { ...path, ...listedAt } }, address),
    );
  }

  /** An id that the run has not made may be sent where nobody can have it. */
  #needsNobodys(operation: WriteId, parameter: string, addressed: string): void {
    const foreign = this.#ledger.foreign.get(addressed);
    if (foreign !== undefined) throw new HandsOffError(`${operation} is not sent: ${foreign}`);
    const wellFormed = parameter.endsWith("Id") ? readText(recordId, addressed).kind === "value" : addressed !== "";
    if (!wellFormed || addressed === NOBODYS) return;
    const what = `${parameter} ${quoted(addressed)}`;
    throw new HandsOffError(`${operation} is not sent: the run did not create ${what}`);
  }

  async #whyNotOurs(entry: MadeEntry, id: string): Promise<string | undefined> {
    const frozen = this.#ledger.whyFrozen(id);
    if (entry.proven || frozen !== undefined) return frozen;
    // Requests that are released together learn it together.
    entry.proof ??= ownershipOf(entry, id, this.#parts, this.#lists.of(entry));
    const ownership = await entry.proof;
    if (ownership.kind !== "ours") delete entry.proof;
    // An id under which nothing is here may be that of something else elsewhere.
    if (ownership.kind === "gone") return "neither a read nor a list shows the record that the create answered with";
    if (ownership.kind !== "foreign") return undefined;
    this.#ledger.disown(entry, id, ownership.note);
    return ownership.note;
  }
}
