import { eventually } from "../ground/eventually.ts";
import { member } from "../ground/json.ts";
import { bearsMark } from "./bears.ts";
import type { Creates } from "./creates.ts";
import type { Entry, MadeEntry } from "./entry.ts";
import { goesAway } from "./goes-away.ts";
import { isUnheard } from "./keys.ts";
import type { Ledger } from "./ledger.ts";
import type { RecordList, RecordLists } from "./record-lists.ts";
import type { CustodyParts } from "./request.ts";

/**
 * Reads every list at the end of a run, to verify removals and to find records that the run created but that appeared
 * in no answer.
 */
export class Reconciliation {
  readonly #parts: CustodyParts;
  readonly #ledger: Ledger;
  readonly #lists: RecordLists;
  readonly #creates: Creates;
  readonly #undo: (entry: Entry) => Promise<void>;
  /** Ids that may be the run's own. */
  readonly #guessed = new Set<string>();

  constructor(
    parts: CustodyParts,
    ledger: Ledger,
    lists: RecordLists,
    creates: Creates,
    undo: (entry: Entry) => Promise<void>,
  ) {
    this.#parts = parts;
    this.#ledger = ledger;
    this.#lists = lists;
    this.#creates = creates;
    this.#undo = undo;
  }

  /** Skips a record that another part reports. */
  leaveAlone(id: string): void {
    this.#guessed.add(id);
  }

  async all(): Promise<void> {
    const lists = this.#lists.all;
    await Promise.all(lists.map((list) => this.#look(list)));
    // The older version is read too, for the parts that compare all answers of a run.
    await Promise.all(lists.map(({ older }) => older()));
    for (const entry of [...this.#ledger.open])
      if (entry.kind === "made" && isUnheard(entry)) await this.#missing(entry);
  }

  /** Verifies that the list has neither removed records nor unknown records with the mark. */
  async #look(list: RecordList): Promise<void> {
    const { contract, mark, pass } = this.#parts;
    const idName = contract.field(list.effect.id);
    const removed = new Map(
      [...this.#ledger.own].filter(
        ([, entry]) => this.#ledger.changeOf(entry)?.state === "removed" && this.#lists.of(entry) === list,
      ),
    );
    const isOurs = (record: unknown): boolean => {
      const id = member(record, idName);
      if (typeof id !== "string" || list.effect.fading?.(record) === true) return false;
      return removed.has(id) || bearsMark(list.effect, record, mark, contract);
    };
    const due = (records: readonly unknown[] | undefined): readonly unknown[] => (records ?? []).filter(isOurs);
    const soon = await eventually(pass, list.now, (records) => due(records).length === 0);
    // Waiting helps only for records that were removed.
    const isOver = (records: readonly unknown[] | undefined): boolean =>
      !due(records).some((record) => removed.has(String(member(record, idName))));
    const left = isOver(soon) ? soon : await goesAway(this.#parts, list.effect.remove ?? "", list.now, isOver);
    for (const record of due(left)) {
      const id = String(member(record, idName));
      const entry = removed.get(id);
      const answer = entry?.removedWith ?? "as if it were done";
      const note = `its removal returned ${answer}, but the list still shows it`;
      if (entry !== undefined) this.#ledger.conclude(entry, { state: "left", note });
      else if (!this.#ledger.own.has(id)) await this.#removeOrphan(list, id);
    }
  }

  /** Removes a record that bears the mark but appeared in no answer. */
  async #removeOrphan(list: RecordList, id: string): Promise<void> {
    const lost = [...this.#ledger.open].find(
      (entry): entry is MadeEntry =>
        entry.kind === "made" && entry.marked && isUnheard(entry) && this.#lists.of(entry) === list,
    );
    const like = lost ?? this.#creates.lastOf(list);
    if (like === undefined) return;
    const { effect, listedAt, sent } = like;
    const common = lost === undefined ? this.#ledger.common(like) : { ...commonOf(lost), number: lost.number };
    const entry: MadeEntry = { kind: "made", ...common, effect, listedAt, sent, id, marked: true, proven: true };
    if (lost !== undefined) this.#ledger.open.delete(lost);
    this.#ledger.note(entry, { marked: true, listedAt });
    this.#ledger.own.set(id, entry);
    await this.#undo(entry);
  }

  /**
   * Closes the entry of an unanswered request whose record bears no mark: any new record in the list may be its result,
   * and nothing proves which one.
   */
  async #missing(entry: MadeEntry): Promise<void> {
    const list = this.#lists.of(entry);
    const [known, now] = [await list?.known, await list?.now()];
    const { stays } = entry.effect;
    if (now === undefined && stays === undefined)
      return this.#ledger.close(entry, { state: "left", note: list === undefined ? UNLISTED : UNREADABLE });
    const idName = this.#parts.contract.field(entry.effect.id);
    const id = (entry.marked ? [] : (now ?? []))
      .map((record) => member(record, idName))
      .filter((one): one is string => typeof one === "string" && known?.has(one) === false)
      .find((one) => !this.#ledger.own.has(one) && !this.#guessed.has(one));
    if (id !== undefined) {
      this.#guessed.add(id);
      entry.id = id;
    }
    if (stays !== undefined) return this.#ledger.close(entry, { state: "stays", note: stays });
    if (id === undefined) return this.#ledger.close(entry, { state: "nothing" });
    const note =
      "it may be the result of a request that got no answer; it bears no mark of the run, so nothing proves it";
    this.#ledger.close(entry, { state: "left", note });
  }
}

const UNREADABLE =
  "the request got no answer, and the run could not read the list: if the record exists, plumbline cleanup removes it";

const UNLISTED =
  "the request got no answer, and the target has no list that would show its record: if the record exists, it is still there";

const commonOf = ({ by, operation, version, path }: MadeEntry) => ({ by, operation, version, path });
