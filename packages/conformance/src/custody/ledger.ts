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

/** What is said of an entry beside where it works. */
interface Particulars {
  readonly marked?: boolean;
  readonly listedAt?: Path;
  readonly before?: unknown;
}

/** After so many records of a kind in a row that could not be removed, no more are made. */
const MOST_CLINGING = 2;

/**
 * The ledger of a custody: what was asked for and is not undone, what became of the rest, and what is to be left alone. It
 * is the only one that writes entries into the journal, and writes each before the request leaves.
 */
export class Ledger {
  /** In the order in which they were asked for. */
  readonly open = new Set<Entry>();
  /** Records of the run, by id. */
  readonly own = new Map<string, MadeEntry>();
  /** Ids in answers to creates that are not the run's own, and why. */
  readonly foreign = new Map<string, string>();
  readonly #journal: Log;
  readonly #mark: string;
  readonly #byExchange = new Map<string, Entry>();
  /** What could not be put back, and why: nothing of it is changed any more. */
  readonly #frozen = new Map<string, string>();
  /** How often in a row records could not be removed, by what removes them. */
  readonly #clinging = new Map<WriteId, number>();
  readonly #disturbed = new Set<string>();
  readonly #clung = new Set<number>();
  /** Operations beside which something changed that they did not address, and what. */
  readonly #harmful = new Map<WriteId, string>();
  /** Those of them that did so, or may have, when they were carried out. */
  readonly #harmfulCarriedOut = new Set<WriteId>();
  readonly #changes = new Map<number, Change>();
  #entries = 0;
  #marked = false;

  constructor(journal: Log, mark: string) {
    this.#journal = journal;
    this.#mark = mark;
  }

  /** What was made and changed, and what became of it. */
  get changes(): readonly Change[] {
    return [...this.#changes.values()];
  }

  /** Records of a create that stay on the target, because they could not be removed. */
  left(operation: WriteId): number {
    return this.changes.filter((one) => one.operation === operation && ["left", "stays"].includes(one.state)).length;
  }

  changeOf({ number }: Entry): Change | undefined {
    return this.#changes.get(number);
  }

  /** What every entry says, under a number of its own. */
  common({ operation, version, path, by }: Pick<Request, "operation" | "version" | "path" | "by">) {
    const number = this.#entries;
    this.#entries += 1;
    return { number, by, operation, version, path };
  }

  /** Takes over an entry of another ledger. */
  adopt(entry: Entry): void {
    this.#entries = Math.max(this.#entries, entry.number + 1);
    entry.noted = true;
    this.open.add(entry);
    if (entry.kind !== "made") return;
    entry.adopted = true;
    if (entry.id !== undefined) this.own.set(entry.id, entry);
  }

  /** Writes ahead what is about to be sent, with what undoes it. */
  note(entry: Entry, particulars: Particulars = {}): void {
    if (!this.#marked) this.#journal.append({ type: "mark", mark: this.#mark });
    this.#marked = true;
    this.open.add(entry);
    entry.noted = true;
    const { number, operation, version, path } = entry;
    this.#journal.append({ type: "intent", entry: number, operation, version, path, ...particulars });
  }

  /** Sends what was noted; a refusal, and a request that never left, make the note void. */
  async sent(entry: Entry, send: Request["send"]): Promise<Exchange> {
    let exchange: Exchange;
    try {
      exchange = await send();
    } catch (error) {
      // What was carried out and not answered is there, and found when the run ends.
      if (!(error instanceof LostAnswerError)) this.close(entry, { state: "nothing" });
      throw error;
    }
    if (wasRefused(exchange)) this.close(entry, { state: "nothing" });
    return exchange;
  }

  /** An answer told the id of the record that it made. */
  tells(entry: MadeEntry, id: string, exchange: Exchange): void {
    entry.id = id;
    this.own.set(id, entry);
    this.heard(entry, exchange);
    const { number, operation } = entry;
    this.#journal.append({ type: "made", entry: number, operation, id });
  }

  heard(entry: Entry, { id }: Exchange): void {
    entry.exchange = id;
    this.#byExchange.set(id, entry);
  }

  /** What came of one request. */
  of({ id }: Exchange): Entry | undefined {
    return this.#byExchange.get(id);
  }

  held(by: string, key: string): ChangedEntry | undefined {
    return [...this.open].find(
      (entry): entry is ChangedEntry =>
        entry.kind === "changed" && entry.by === by && keyOf(entry.effect.read, entry.path) === key,
    );
  }

  started(by: string, key: string): StartedEntry | undefined {
    return [...this.open].find(
      (entry): entry is StartedEntry =>
        entry.kind === "started" && entry.by === by && keyOf(entry.effect.read, entry.path) === key,
    );
  }

  /** The record of an answer is another one than the one that was asked for. */
  disown(entry: MadeEntry, id: string, note: string): void {
    this.foreign.set(id, note);
    if (this.own.get(id) === entry) this.own.delete(id);
    delete entry.id;
    this.leavesOpen(entry);
  }

  /**
   * The answer did not tell what was made: whether anything was shows when the run ends, by the mark, or, for what bears
   * none, by what is in the list then.
   */
  leavesOpen(entry: MadeEntry): void {
    if (entry.marked) this.close(entry, { state: "nothing" });
  }

  /** @throws HandsOffError for what could not be put back before. */
  needsThawed(key: string): void {
    const why = this.#frozen.get(key);
    if (why !== undefined)
      throw new HandsOffError(`the run could not restore it before, so it leaves it alone: ${why}`);
  }

  /** @throws HandsOffError for a create of what could not be removed several times in a row, or may not be any more. */
  needsRemovable(create: WriteId, remove: WriteId): void {
    const harm = this.#harmful.get(remove);
    if (harm !== undefined)
      throw new HandsOffError(`${create} is not sent any more: ${remove} would have to remove the record, and ${harm}`);
    const times = this.#clinging.get(remove) ?? 0;
    if (times < MOST_CLINGING) return;
    throw new HandsOffError(
      `${create} is not sent any more: ${remove} did not remove the last ${times} records, so more would be left`,
    );
  }

  /**
   * @param isTrial it is sent to find out whether it does so again
   * @throws HandsOffError for an operation beside which something changed that it did not address.
   */
  needsHarmless(operation: WriteId, isTrial: boolean): void {
    const why = this.#harmful.get(operation);
    if (why !== undefined && !isTrial) throw new HandsOffError(`${operation} is not sent any more: ${why}`);
  }

  whyHarmful(operation: WriteId): string | undefined {
    return this.#harmful.get(operation);
  }

  /** How a record was lost that nothing addressed; `undefined` where it was not. */
  whyLost(id: string): string | undefined {
    return this.changes.find((change) => change.state === "disturbed" && change.id === id)?.note;
  }

  /** Whether a record is one that the run made and has not removed. */
  holds(id: string): boolean {
    const entry = this.own.get(id);
    if (entry === undefined || entry.removed || entry.removedByName) return false;
    return this.changeOf(entry)?.state !== "removed";
  }

  /** Whether a record of the run goes on being there, whatever was done to be rid of it. */
  stays(id: string): boolean {
    return this.own.get(id)?.effect.stays !== undefined;
  }

  isDisturbed(id: string): boolean {
    return this.#disturbed.has(id);
  }

  /** Something changed beside a write that did not address it: the operation is sent no more. */
  disturbs(operation: WriteId, version: RouteVersion, outcome: CameTo, { id, isOwn, kind, what }: Disturbed): void {
    const note = `this ${kind} ${whose(isOwn)} ${what} when ${operation} (version ${versionLabel(version)}) was ${outcome}, which did not address it`;
    this.#disturbed.add(id);
    this.ends(operation, `${kind} ${id} ${what} when it was ${outcome}`, outcome);
    this.reports({ operation, id, state: "disturbed", note });
  }

  /** An operation is sent no more; `outcome` is what came of the request that harmed, where that is known. */
  ends(operation: WriteId, why: string, outcome?: CameTo): void {
    if (!this.#harmful.has(operation)) this.#harmful.set(operation, why);
    if (outcome !== "refused") this.#harmfulCarriedOut.add(operation);
  }

  /** Whether something changed beside an operation, or may have, other than when it was refused. */
  isHarmfulCarriedOut(operation: WriteId): boolean {
    return this.#harmfulCarriedOut.has(operation);
  }

  /**
   * Something changed while several writes were sent that did not address it: any of them may have done it. Where all of
   * them are of one operation, that is sent no more.
   */
  disturbsBetween(writes: readonly SentWrites[], { id, isOwn, kind, what }: Disturbed): void {
    const operations = [...new Set(writes.map(({ operation }) => operation))];
    const note = `this ${kind} ${whose(isOwn)} ${what} while the run sent ${someOf(operations)}, and nothing addressed it`;
    this.#disturbed.add(id);
    const [only, another] = operations;
    if (only !== undefined && another === undefined) this.ends(only, `${kind} ${id} ${what} while it was sent`);
    this.reports({ operation: operations.at(-1) ?? "", id, state: "disturbed", note });
  }

  /** Whether the last records of a kind could not be removed, so that no more are made. */
  isClinging(remove: WriteId): boolean {
    return (this.#clinging.get(remove) ?? 0) >= MOST_CLINGING;
  }

  whyFrozen(id: string): string | undefined {
    return this.#frozen.get(id);
  }

  /** Ends an entry with what came of undoing it. */
  close(entry: Entry, undone: Undone): void {
    if (undone.state === "left") this.#freeze(entry, undone.note);
    if (entry.kind === "made") this.#counts(entry, undone);
    entry.closed = true;
    this.open.delete(entry);
    if (entry.exchange !== undefined) this.#byExchange.delete(entry.exchange);
    if (!entry.noted) return;
    if (undone.state === "nothing" || undone.state === "foreign")
      this.#journal.append({ type: "void", entry: entry.number });
    else this.concludes(entry, undone);
  }

  /** Says what became of an entry, again if need be: the last word counts. */
  concludes(entry: Entry, undone: Concluded): void {
    const { number, operation } = entry;
    const note = "note" in undone && undone.note !== undefined && { note: undone.note };
    const change: Change = { operation, id: nameOf(entry), state: undone.state, ...note };
    // What stays of a thing that was changed is said once, however often it was; what was made is said one by one.
    const same = (one: Change): boolean => one.operation === operation && one.id === change.id && one.state === "stays";
    const said = entry.kind === "changed" && change.state === "stays" && this.changes.some(same);
    if (!said) this.#changes.set(number, change);
    this.#journal.append({ type: "undone", entry: number, ...change });
  }

  /** Whether what was made goes on being there although it was to be removed. */
  clings({ number }: Entry): boolean {
    return this.#clung.has(number);
  }

  #counts({ effect: { remove }, id, number }: MadeEntry, undone: Undone): void {
    if (remove === undefined || id === undefined) return;
    const clings = undone.state === "left" || (undone.state === "removed" && undone.unseen === true);
    if (clings) this.#clung.add(number);
    if (clings) this.#clinging.set(remove, (this.#clinging.get(remove) ?? 0) + 1);
    else if (undone.state === "removed") this.#clinging.delete(remove);
  }

  /** A record that the user gave away, to be refused the removal of, is gone. */
  loses(operation: WriteId, id: string): void {
    const note =
      "the target file gave it up for a removal that must be refused, but the target removed it: nothing restores it";
    this.reports({ operation, id, state: "stays", note });
  }

  /** Something that came of no entry. */
  reports(change: Change): void {
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

/** Names of operations that are told one by one. */
const MOST_TOLD = 5;

const someOf = (operations: readonly WriteId[]): string => {
  const [told, more] = [operations.slice(0, MOST_TOLD), operations.length - MOST_TOLD];
  return more > 0 ? `${told.join(", ")} and ${more} more` : told.join(", ");
};
