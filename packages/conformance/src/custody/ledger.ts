import type { Exchange } from "@plumbline/client";
import type { Change } from "@plumbline/report";
import { type RouteVersion, versionLabel, type WriteId } from "@plumbline/schemas";
import { wasRefused } from "../ground/answers.ts";
import type { Path } from "../ground/fields.ts";
import type { Log } from "../ground/journal.ts";
import type { ChangedEntry, Entry, MadeEntry, StartedEntry } from "./entry.ts";
import { HandsOffError } from "./hands-off-error.ts";
import { keyOf, nameOf } from "./keys.ts";
import type { SentWrites } from "./last-seen.ts";
import { LostAnswerError } from "./lost-answer-error.ts";
import type { Request } from "./request.ts";
import type { CameTo, Disturbed } from "./sweep.ts";
import type { Concluded, Undone } from "./undone.ts";

/** Further facts about an entry, apart from its address. */
interface Particulars {
  readonly marked?: boolean;
  readonly listedAt?: Path;
  readonly before?: unknown;
}

/** After so many failed removals of a kind in a row, the run creates no more records of it. */
const MOST_FAILED_REMOVALS = 2;

/**
 * The ledger of a custody: requests that are not undone yet, the results of the others, and the records to leave alone.
 * Only the ledger writes entries into the journal, and it writes each before the request is sent.
 */
export class Ledger {
  /** In the order of their requests. */
  readonly open = new Set<Entry>();
  /** Records of the run, by id. */
  readonly own = new Map<string, MadeEntry>();
  /** Ids in answers to creates that are not the run's own, with the reason. */
  readonly foreign = new Map<string, string>();
  readonly #journal: Log;
  readonly #mark: string;
  readonly #byExchange = new Map<string, Entry>();
  /** States and records that the run could not restore, with the reason; the run does not change them again. */
  readonly #frozen = new Map<string, string>();
  /** Failed removals in a row, by the operation that removes. */
  readonly #failuresInARow = new Map<WriteId, number>();
  readonly #disturbed = new Set<string>();
  readonly #notRemoved = new Set<number>();
  /** Operations that changed a record they did not address, with a description of the change. */
  readonly #harmful = new Map<WriteId, string>();
  /** Operations that harmed nothing but a record of the run, between several requests. */
  readonly #toBeTried = new Set<WriteId>();
  /** The harmful operations for which the harm happened, or may have happened, other than when they were refused. */
  readonly #harmfulCarriedOut = new Set<WriteId>();
  readonly #changes = new Map<number, Change>();
  #entries = 0;
  #marked = false;

  constructor(journal: Log, mark: string) {
    this.#journal = journal;
    this.#mark = mark;
  }

  /** Everything that the run made and changed, with its final state. */
  get changes(): readonly Change[] {
    return [...this.#changes.values()];
  }

  /** The number of records of a create that stay on the target because the run could not remove them. */
  left(operation: WriteId): number {
    return this.changes.filter((one) => one.operation === operation && ["left", "stays"].includes(one.state)).length;
  }

  changeOf({ number }: Entry): Change | undefined {
    return this.#changes.get(number);
  }

  /** The members that every entry has, with a new number. */
  common({ operation, version, path, by }: Pick<Request, "operation" | "version" | "path" | "by">) {
    const number = this.#entries;
    this.#entries += 1;
    return { number, by, operation, version, path };
  }

  /** Takes over an entry from the ledger of a killed run. */
  adopt(entry: Entry): void {
    this.#entries = Math.max(this.#entries, entry.number + 1);
    entry.noted = true;
    this.open.add(entry);
    if (entry.kind !== "made") return;
    entry.adopted = true;
    if (entry.id !== undefined) this.own.set(entry.id, entry);
  }

  /** Writes a request and its undo into the journal before the request is sent. */
  note(entry: Entry, particulars: Particulars = {}): void {
    if (!this.#marked) this.#journal.append({ type: "mark", mark: this.#mark });
    this.#marked = true;
    this.open.add(entry);
    entry.noted = true;
    const { number, operation, version, path } = entry;
    this.#journal.append({ type: "intent", entry: number, operation, version, path, ...particulars });
  }

  /** Sends a request that is in the journal; a refusal, or a request that was never sent, voids its entry. */
  async send(entry: Entry, send: Request["send"]): Promise<Exchange> {
    let exchange: Exchange;
    try {
      exchange = await send();
    } catch (error) {
      // The target may have carried out the request. The look at the end of the run finds its record.
      if (!(error instanceof LostAnswerError)) this.close(entry, { state: "nothing" });
      throw error;
    }
    if (wasRefused(exchange)) this.close(entry, { state: "nothing" });
    return exchange;
  }

  /** Records the id that an answer told for a created record. */
  recordId(entry: MadeEntry, id: string, exchange: Exchange): void {
    entry.id = id;
    this.own.set(id, entry);
    this.recordExchange(entry, exchange);
    const { number, operation } = entry;
    this.#journal.append({ type: "made", entry: number, operation, id });
  }

  recordExchange(entry: Entry, { id }: Exchange): void {
    entry.exchange = id;
    this.#byExchange.set(id, entry);
  }

  /** The entry of one request. */
  entryOf({ id }: Exchange): Entry | undefined {
    return this.#byExchange.get(id);
  }

  changedEntry(by: string, key: string): ChangedEntry | undefined {
    return [...this.open].find(
      (entry): entry is ChangedEntry =>
        entry.kind === "changed" && entry.by === by && keyOf(entry.effect.read, entry.path) === key,
    );
  }

  startedEntry(by: string, key: string): StartedEntry | undefined {
    return [...this.open].find(
      (entry): entry is StartedEntry =>
        entry.kind === "started" && entry.by === by && keyOf(entry.effect.read, entry.path) === key,
    );
  }

  /** Gives up an id: its record is not the one that the run requested. */
  disown(entry: MadeEntry, id: string, note: string): void {
    this.foreign.set(id, note);
    if (this.own.get(id) === entry) this.own.delete(id);
    delete entry.id;
    this.leaveOpen(entry);
  }

  /**
   * Handles an answer that did not tell the id of a new record. The look at the end of the run finds the record by its
   * mark, or, if it bears none, as a new record in the list.
   */
  leaveOpen(entry: MadeEntry): void {
    if (entry.marked) this.close(entry, { state: "nothing" });
  }

  /** @throws HandsOffError for a state that the run could not restore before. */
  assertRestorable(key: string): void {
    const why = this.#frozen.get(key);
    if (why !== undefined)
      throw new HandsOffError(`the run could not restore it before, so it leaves it alone: ${why}`);
  }

  /**
   * @throws HandsOffError for a create whose records the run could not remove several times in a row, or may not
   *   remove any more.
   */
  assertRemovable(create: WriteId, remove: WriteId): void {
    const harm = this.#harmful.get(remove);
    if (harm !== undefined)
      throw new HandsOffError(`${create} is not sent any more: ${remove} would have to remove the record, and ${harm}`);
    const times = this.#failuresInARow.get(remove) ?? 0;
    if (times < MOST_FAILED_REMOVALS) return;
    throw new HandsOffError(
      `${create} is not sent any more: ${remove} did not remove the last ${times} records, so more would be left`,
    );
  }

  /**
   * @param isTrial the request is sent to see whether the operation does harm again
   * @throws HandsOffError for an operation that changed a record that it did not address.
   */
  assertHarmless(operation: WriteId, isTrial: boolean): void {
    const why = this.#harmful.get(operation);
    if (why !== undefined && !isTrial) throw new HandsOffError(`${operation} is not sent any more: ${why}`);
  }

  whyHarmful(operation: WriteId): string | undefined {
    return this.#harmful.get(operation);
  }

  /** How a record changed or vanished although nothing addressed it; `undefined` if it did not. */
  whyLost(id: string): string | undefined {
    return this.changes.find((change) => change.state === "disturbed" && change.id === id)?.note;
  }

  /** Whether the run made a record and has not removed it. */
  holds(id: string): boolean {
    const entry = this.own.get(id);
    if (entry === undefined || entry.removed || entry.removedByName) return false;
    return this.changeOf(entry)?.state !== "removed";
  }

  /** Whether a record of the run stays on the target even after the operation that ends it. */
  stays(id: string): boolean {
    return this.own.get(id)?.effect.stays !== undefined;
  }

  isDisturbed(id: string): boolean {
    return this.#disturbed.has(id);
  }

  /** Records that a write changed something it did not address, and ends the operation. */
  recordHarm(operation: WriteId, version: RouteVersion, outcome: CameTo, { id, isOwn, kind, what }: Disturbed): void {
    const note = `this ${kind} ${whose(isOwn)} ${what} when ${operation} (version ${versionLabel(version)}) was ${outcome}, which did not address it`;
    this.#disturbed.add(id);
    if (!isOwn) this.#toBeTried.delete(operation);
    this.stopSending(operation, `${kind} ${id} ${what} when it was ${outcome}`, outcome);
    this.report({ operation, id, state: "disturbed", note });
  }

  /**
   * Ends an operation: the run does not send it any more. `outcome` is the outcome of the harmful request, if known.
   */
  stopSending(operation: WriteId, why: string, outcome?: CameTo): void {
    if (!this.#harmful.has(operation)) this.#harmful.set(operation, why);
    if (outcome !== "refused") this.#harmfulCarriedOut.add(operation);
  }

  /**
   * Whether an operation that is not sent any more may be tried again on records of the run: it harmed nothing but such
   * a record, and no comparison has shown whether it was this operation.
   */
  mayBeTried(operation: WriteId): boolean {
    return this.#toBeTried.has(operation);
  }

  /** Whether an operation did harm, or may have done, other than when it was refused. */
  isHarmfulWhenCarriedOut(operation: WriteId): boolean {
    return this.#harmfulCarriedOut.has(operation);
  }

  /**
   * Records a change during several writes, none of which addressed the record, so any of them may be the cause. If all
   * writes are of one operation, it is not sent any more.
   */
  recordHarmBetween(writes: readonly SentWrites[], { id, isOwn, kind, what }: Disturbed): void {
    const operations = [...new Set(writes.map(({ operation }) => operation))];
    const note = `this ${kind} ${whose(isOwn)} ${what} while the run sent ${someOf(operations)}, and nothing addressed it`;
    this.#disturbed.add(id);
    const [only, another] = operations;
    if (only !== undefined && another === undefined) {
      const isFirst = !this.#harmful.has(only);
      if (isOwn && isFirst) this.#toBeTried.add(only);
      if (!isOwn) this.#toBeTried.delete(only);
      this.stopSending(only, `${kind} ${id} ${what} while it was sent`);
    }
    this.report({ operation: operations.at(-1) ?? "", id, state: "disturbed", note });
  }

  /** Whether the last removals of a kind failed, so that the run creates no more records of it. */
  removalsFail(remove: WriteId): boolean {
    return (this.#failuresInARow.get(remove) ?? 0) >= MOST_FAILED_REMOVALS;
  }

  whyNotRestored(id: string): string | undefined {
    return this.#frozen.get(id);
  }

  /** Closes an entry with the result of its undo. */
  close(entry: Entry, undone: Undone): void {
    if (undone.state === "left") this.#freeze(entry, undone.note);
    if (entry.kind === "made") this.#countRemoval(entry, undone);
    entry.closed = true;
    this.open.delete(entry);
    if (entry.exchange !== undefined) this.#byExchange.delete(entry.exchange);
    if (!entry.noted) return;
    if (undone.state === "nothing" || undone.state === "foreign")
      this.#journal.append({ type: "void", entry: entry.number });
    else this.conclude(entry, undone);
  }

  /** Records the result of an entry; a later result replaces an earlier one. */
  conclude(entry: Entry, undone: Concluded): void {
    const { number, operation } = entry;
    const note = "note" in undone && undone.note !== undefined && { note: undone.note };
    const change: Change = { operation, id: nameOf(entry), state: undone.state, ...note };
    // A changed state that stays is reported once, however often the run changed it; records are reported one by one.
    const same = (one: Change): boolean => one.operation === operation && one.id === change.id && one.state === "stays";
    const said = entry.kind === "changed" && change.state === "stays" && this.changes.some(same);
    if (!said) this.#changes.set(number, change);
    this.#journal.append({ type: "undone", entry: number, ...change });
  }

  /** Whether a created record still exists although the run tried to remove it. */
  removalFailed({ number }: Entry): boolean {
    return this.#notRemoved.has(number);
  }

  #countRemoval({ effect: { remove }, id, number }: MadeEntry, undone: Undone): void {
    if (remove === undefined || id === undefined) return;
    const hasFailed = undone.state === "left" || (undone.state === "removed" && undone.unseen === true);
    if (hasFailed) this.#notRemoved.add(number);
    if (hasFailed) this.#failuresInARow.set(remove, (this.#failuresInARow.get(remove) ?? 0) + 1);
    else if (undone.state === "removed") this.#failuresInARow.delete(remove);
  }

  /** Reports that the target removed a record of the user that the target file gave up for this test. */
  recordLoss(operation: WriteId, id: string): void {
    const note =
      "the target file gave it up for a removal that must be refused, but the target removed it: nothing restores it";
    this.report({ operation, id, state: "stays", note });
  }

  /** Reports a change that belongs to no entry. */
  report(change: Change): void {
    const number = this.#entries;
    this.#entries += 1;
    this.#changes.set(number, change);
    this.#journal.append({ type: "undone", entry: number, ...change });
  }

  #freeze(entry: Entry, note: string): void {
    switch (entry.kind) {
      case "made":
        if (entry.id !== undefined) this.#frozen.set(entry.id, note);
        return;
      case "changed":
      case "started":
        this.#frozen.set(keyOf(entry.effect.read, entry.path), note);
        return;
      case "lasting":
        return;
      default:
        entry satisfies never;
    }
  }
}

const whose = (isOwn: boolean): string => (isOwn ? "of the run" : "that the run did not create");

/** Operations that a message names one by one. */
const MOST_TOLD = 5;

const someOf = (operations: readonly WriteId[]): string => {
  const [told, more] = [operations.slice(0, MOST_TOLD), operations.length - MOST_TOLD];
  return more > 0 ? `${told.join(", ")} and ${more} more` : told.join(", ");
};
