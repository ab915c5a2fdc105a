import { member } from "../json.ts";
import { settles } from "../kernel/settles.ts";
import { bearsMark } from "./bears.ts";
import type { Book } from "./book.ts";
import type { Creates } from "./creates.ts";
import type { Entry, MadeEntry } from "./entry.ts";
import { goesAway } from "./goes-away.ts";
import { isUnheard } from "./keys.ts";
import type { Place, Places } from "./places.ts";
import type { CustodyParts } from "./request.ts";

/** Looks into every list when a run ends: whether what was removed is gone, and whether it made what nobody heard of. */
export class Audit {
  readonly #parts: CustodyParts;
  readonly #book: Book;
  readonly #places: Places;
  readonly #creates: Creates;
  readonly #undo: (entry: Entry) => Promise<void>;
  /** Ids that may be the run's own. */
  readonly #guessed = new Set<string>();

  constructor(
    parts: CustodyParts,
    book: Book,
    places: Places,
    creates: Creates,
    undo: (entry: Entry) => Promise<void>,
  ) {
    this.#parts = parts;
    this.#book = book;
    this.#places = places;
    this.#creates = creates;
    this.#undo = undo;
  }

  /** A record of which somebody else gives account. */
  passOver(id: string): void {
    this.#guessed.add(id);
  }

  async all(): Promise<void> {
    for (const place of this.#places.all) await this.#look(place);
    for (const entry of [...this.#book.open]) if (entry.kind === "made" && isUnheard(entry)) await this.#missing(entry);
  }

  /** What was removed has to be gone, and what bears the mark has to be known. */
  async #look(place: Place): Promise<void> {
    const { contract, mark, pass } = this.#parts;
    const idName = contract.field(place.effect.id);
    const removed = new Map(
      [...this.#book.own].filter(
        ([, entry]) => this.#book.changeOf(entry)?.state === "removed" && this.#places.of(entry) === place,
      ),
    );
    const isOurs = (record: unknown): boolean => {
      const id = member(record, idName);
      if (typeof id !== "string" || place.effect.fading?.(record) === true) return false;
      return removed.has(id) || bearsMark(place.effect, record, mark, contract);
    };
    const due = (records: readonly unknown[] | undefined): readonly unknown[] => (records ?? []).filter(isOurs);
    const soon = await settles(pass, place.now, (records) => due(records).length === 0);
    // A record that nobody has removed yet does not go by being waited for.
    const isOver = (records: readonly unknown[] | undefined): boolean =>
      !due(records).some((record) => removed.has(String(member(record, idName))));
    const left = isOver(soon) ? soon : await goesAway(this.#parts, place.effect.remove ?? "", place.now, isOver);
    for (const record of due(left)) {
      const id = String(member(record, idName));
      const entry = removed.get(id);
      const note = "its removal was accepted, and it is in the list still";
      if (entry !== undefined) this.#book.concludes(entry, { state: "left", note });
      else if (!this.#book.own.has(id)) await this.#removeOrphan(place, id);
    }
  }

  /** A record that bears the mark, of which no answer told. */
  async #removeOrphan(place: Place, id: string): Promise<void> {
    const lost = [...this.#book.open].find(
      (entry): entry is MadeEntry =>
        entry.kind === "made" && entry.marked && isUnheard(entry) && this.#places.of(entry) === place,
    );
    const like = lost ?? this.#creates.like(place);
    if (like === undefined) return;
    const { effect, listedAt, sent } = like;
    const common = lost === undefined ? this.#book.common(like) : { ...commonOf(lost), number: lost.number };
    const entry: MadeEntry = { kind: "made", ...common, effect, listedAt, sent, id, marked: true, proven: true };
    if (lost !== undefined) this.#book.open.delete(lost);
    this.#book.note(entry, { marked: true, listedAt });
    this.#book.own.set(id, entry);
    await this.#undo(entry);
  }

  /**
   * A request that was not answered, for what bears no mark: whatever is in the list since may have come of it, and nobody
   * can tell.
   */
  async #missing(entry: MadeEntry): Promise<void> {
    const place = this.#places.of(entry);
    const [known, now] = [await place?.known, await place?.now()];
    const { stays } = entry.effect;
    if (place !== undefined && now === undefined && stays === undefined)
      return this.#book.close(entry, { state: "left", note: UNREADABLE });
    const idName = this.#parts.contract.field(entry.effect.id);
    const id = (entry.marked ? [] : (now ?? []))
      .map((record) => member(record, idName))
      .filter((one): one is string => typeof one === "string" && known?.has(one) === false)
      .find((one) => !this.#book.own.has(one) && !this.#guessed.has(one));
    if (id !== undefined) {
      this.#guessed.add(id);
      entry.id = id;
    }
    if (stays !== undefined) return this.#book.close(entry, { state: "stays", note: stays });
    if (id === undefined) return this.#book.close(entry, { state: "nothing" });
    const note = "it may have come of a request that was not answered; it bears no mark, so that nobody can tell";
    this.#book.close(entry, { state: "left", note });
  }
}

const UNREADABLE =
  "the request was not answered and the list cannot be read: should the record be there, plumbline cleanup removes it";

const commonOf = ({ by, operation, version, path }: MadeEntry) => ({ by, operation, version, path });
