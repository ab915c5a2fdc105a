import { type Exchange, steadyNow } from "@plumbline/client";
import { readText, recordId } from "@plumbline/schemas";
import { jsonOf, wasAccepted } from "../ground/answers.ts";
import { member } from "../ground/json.ts";
import { needsOffered } from "../ground/not-offered-error.ts";
import { quoted } from "../ground/quoted.ts";
import type { Makes } from "../writes/write.ts";
import { Allowance } from "./allowance.ts";
import { bears, bearsMark, recordOf } from "./bears.ts";
import type { MadeEntry } from "./entry.ts";
import { CAMPAIGNS } from "./keys.ts";
import type { Ledger } from "./ledger.ts";
import type { RecordList, RecordLists } from "./record-lists.ts";
import type { CustodyParts, Request } from "./request.ts";

/** Parameters whose known values are ids of records that existed before the run and outlive it. */
const KNOWN_BY: readonly string[] = [
  "alertConfigId",
  "alertId",
  "exportBucketId",
  "snapshotId",
  "copiedSnapshotId",
  "restoreJobId",
  "indexId",
  "groupId",
  "orgId",
];

/** Sends requests that create records. A record in an answer is the run's own only if it is new. */
export class Creates {
  readonly #parts: CustodyParts;
  readonly #ledger: Ledger;
  readonly #lists: RecordLists;
  readonly #allowance: Allowance;
  /** Ids in answers to creates although the list had them before. */
  readonly #old = new Set<string>();
  /** The last entry for each list: a record found there that appeared in no answer is assumed to resemble it. */
  readonly #likes = new Map<RecordList, MadeEntry>();

  constructor(parts: CustodyParts, ledger: Ledger, lists: RecordLists) {
    this.#parts = parts;
    this.#ledger = ledger;
    this.#lists = lists;
    this.#allowance = new Allowance(parts.limits, (operation) => ledger.left(operation));
  }

  /**
   * Sends a request that may create a record.
   * @throws HandsOffError if the run could not remove the record, or if the limit of remaining records is reached.
   */
  send(request: Request, effect: Makes): Promise<Exchange> {
    const stays = effect.stays !== undefined;
    return this.#allowance.within(request.operation, stays, () => this.#send(request, effect));
  }

  async #send(request: Request, effect: Makes): Promise<Exchange> {
    const { contract, mark, firstRemovals } = this.#parts;
    const { sent } = request;
    this.#assertRemovable(request, effect);
    if (effect.remove !== undefined) {
      // Campaigns undo their writes only after all of them have ended, so they do not wait for a first removal.
      if (request.by !== CAMPAIGNS) await firstRemovals.get(effect.remove);
      if (request.call.trial !== true) this.#ledger.assertRemovable(request.operation, effect.remove);
    }
    const listedAt = effect.listedAt?.(sent) ?? {};
    const marked = bearsMark(effect, sent, mark, contract);
    const common = { ...this.#ledger.common(request), since: steadyNow() };
    const entry: MadeEntry = { kind: "made", ...common, effect, listedAt, sent, marked };
    const known = await this.remember(entry)?.known;
    this.#ledger.note(entry, { marked, listedAt });
    const exchange = await this.#ledger.send(entry, request.send);
    if (!entry.closed && wasAccepted(exchange)) this.#recordAnswer(entry, exchange, known);
    return exchange;
  }

  /** Whether a create answered with the id of a record that existed before the run. */
  wasThere(id: string): boolean {
    return this.#old.has(id);
  }

  /** The last entry for a list. */
  lastOf(list: RecordList): MadeEntry | undefined {
    return this.#likes.get(list);
  }

  /** The list of an entry; the entry becomes the last one of that list. */
  remember(entry: MadeEntry): RecordList | undefined {
    const list = this.#lists.of(entry);
    if (list !== undefined) this.#likes.set(list, entry);
    return list;
  }

  /** If the target offers no removal, the record would stay, which needs the permission of the user. */
  #assertRemovable({ operation, version }: Request, { remove, stays }: Makes): void {
    const { mayStay, served } = this.#parts;
    if (remove === undefined || stays !== undefined || mayStay || served(remove, version) !== undefined) return;
    needsOffered(remove, `the run could not remove the record that ${operation} creates`);
  }

  #recordAnswer(entry: MadeEntry, exchange: Exchange, known: ReadonlySet<string> | undefined): void {
    const { contract, mark } = this.#parts;
    const { effect, sent } = entry;
    const idName = contract.field(effect.id);
    const record = recordOf(jsonOf(exchange), idName);
    const isName = effect.id === "name";
    const id = member(record, idName) ?? (isName ? member(sent, "name") : undefined);
    if (typeof id !== "string") return;
    const why = isName ? undefined : this.#whyNotNew(id, known);
    if (why !== undefined) {
      this.#ledger.foreign.set(id, why);
      if (known?.has(id)) this.#old.add(id);
      this.#ledger.leaveOpen(entry);
      return;
    }
    const twin = this.#ledger.own.get(id);
    // Equal requests may share one answer. If another answer shows the same record, it does not show what its request
    // created.
    if (twin?.exchange === exchange.id) this.#ledger.close(entry, { state: "nothing" });
    else if (twin !== undefined && (!twin.closed || effect.remove === undefined)) this.#ledger.leaveOpen(entry);
    else {
      entry.echoed = bears(entry, record, mark, contract);
      this.#ledger.recordId(entry, id, exchange);
    }
  }

  #whyNotNew(id: string, known: ReadonlySet<string> | undefined): string | undefined {
    if (readText(recordId, id).kind !== "value") return `its id is malformed (${quoted(id)})`;
    if (known?.has(id)) return `it was in the list before: ${id}`;
    const parameter = KNOWN_BY.find((name) => this.#parts.isKnown(name, id));
    return parameter === undefined ? undefined : `it is the known ${parameter}: ${id}`;
  }
}
