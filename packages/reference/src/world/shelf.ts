/** What every kept record has: who it belongs to (a project, or an organization) and since when it exists. */
export interface ShelfRecord {
  readonly id: string;
  readonly groupId: string;
  readonly created: number;
}

/** Hears of every change, so that it can be kept beyond the life of the process. Records are plain JSON values. */
export interface ShelfWatcher {
  put(shelf: string, record: ShelfRecord): void;
  removed(shelf: string, record: ShelfRecord): void;
}

/** Records of one kind by project, always listed in the same order: by creation, then by id. */
export class Shelf<T extends ShelfRecord> {
  readonly name: string;
  readonly #watcher: ShelfWatcher | undefined;
  readonly #records = new Map<string, Map<string, T>>();
  /** Lists are read far more often than written, so each is sorted once after a change. */
  readonly #sorted = new Map<string, readonly T[]>();

  constructor(name: string, watcher?: ShelfWatcher) {
    this.name = name;
    this.#watcher = watcher;
  }

  get(groupId: string, id: string): T | undefined {
    return this.#records.get(groupId)?.get(id);
  }

  list(groupId: string): readonly T[] {
    const known = this.#sorted.get(groupId);
    if (known !== undefined) return known;
    const sorted = [...(this.#records.get(groupId)?.values() ?? [])].sort(byCreation);
    this.#sorted.set(groupId, sorted);
    return sorted;
  }

  count(groupId: string): number {
    return this.#records.get(groupId)?.size ?? 0;
  }

  /** Every record, whomever it belongs to. */
  *all(): Generator<T> {
    for (const records of this.#records.values()) yield* records.values();
  }

  put(record: T): T {
    this.place(record);
    this.#watcher?.put(this.name, record);
    return record;
  }

  remove(record: T): void {
    this.#records.get(record.groupId)?.delete(record.id);
    this.#sorted.delete(record.groupId);
    this.#watcher?.removed(this.name, record);
  }

  /** Puts a record without telling the watcher: it comes from there. */
  place(record: T): void {
    const shelf = this.#records.get(record.groupId) ?? new Map<string, T>();
    this.#records.set(record.groupId, shelf.set(record.id, record));
    this.#sorted.delete(record.groupId);
  }

  /** Forgets everything, without telling the watcher. */
  clear(): void {
    this.#records.clear();
    this.#sorted.clear();
  }
}

function byCreation(a: ShelfRecord, b: ShelfRecord): number {
  return a.created - b.created || (a.id < b.id ? -1 : 1);
}
