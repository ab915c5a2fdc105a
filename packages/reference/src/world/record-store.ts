import type { StoreWatcher } from "../records/store-watcher.ts";
import type { StoredRecord } from "../records/stored-record.ts";
import { Sorted } from "./sorted.ts";

/** Records of one kind by project, always listed in the same order: by creation, then by id. */
export class RecordStore<T extends StoredRecord> {
  readonly name: string;
  readonly #watcher: StoreWatcher | undefined;
  readonly #records = new Map<string, Map<string, T>>();
  /** Sorted at the first read and updated from then on, so that no list is sorted twice. */
  readonly #sorted = new Map<string, Sorted<T>>();

  constructor(name: string, watcher?: StoreWatcher) {
    this.name = name;
    this.#watcher = watcher;
  }

  get(groupId: string, id: string): T | undefined {
    return this.#records.get(groupId)?.get(id);
  }

  /** The returned list follows every later change; copy it before you change the store in a loop over it. */
  list(groupId: string): readonly T[] {
    const known = this.#sorted.get(groupId);
    if (known !== undefined) return known.read();
    const sorted = new Sorted([...(this.#records.get(groupId)?.values() ?? [])]);
    this.#sorted.set(groupId, sorted);
    return sorted.read();
  }

  count(groupId: string): number {
    return this.#records.get(groupId)?.size ?? 0;
  }

  /** Every record, of all owners. */
  *all(): Generator<T> {
    for (const records of this.#records.values()) yield* records.values();
  }

  put(record: T): T {
    this.place(record);
    this.#watcher?.put(this.name, record);
    return record;
  }

  remove(record: T): void {
    const records = this.#records.get(record.groupId);
    const kept = records?.get(record.id);
    records?.delete(record.id);
    if (kept !== undefined) this.#sorted.get(record.groupId)?.remove(kept);
    this.#watcher?.removed(this.name, record);
  }

  /** Stores a record without telling the watcher, because the record comes from there. */
  place(record: T): void {
    const records = this.#records.get(record.groupId) ?? new Map<string, T>();
    const sorted = this.#sorted.get(record.groupId);
    const replaced = sorted && records.get(record.id);
    if (replaced === undefined) sorted?.insert(record);
    else sorted?.replace(replaced, record);
    this.#records.set(record.groupId, records.set(record.id, record));
  }

  /** Removes everything, without telling the watcher. */
  clear(): void {
    this.#records.clear();
    this.#sorted.clear();
  }
}
