import type { StoredRecord } from "../records/stored-record.ts";

/**
 * Records in the order of lists: by creation, then by id. The list that `read` returns follows every change, so code
 * that changes a store in a loop must iterate over a copy.
 */
export class Sorted<T extends StoredRecord> {
  readonly #records: T[];

  constructor(records: T[]) {
    this.#records = records.sort(byCreation);
  }

  read(): readonly T[] {
    return this.#records;
  }

  insert(record: T): void {
    this.#records.splice(this.#placeOf(record), 0, record);
  }

  /** `before` must be the same object that was inserted. */
  replace(before: T, after: T): void {
    const place = this.#placeOf(before);
    if (before.created === after.created && before.id === after.id) this.#records[place] = after;
    else {
      this.#records.splice(place, 1);
      this.insert(after);
    }
  }

  /** `record` must be the same object that was inserted. */
  remove(record: T): void {
    this.#records.splice(this.#placeOf(record), 1);
  }

  /** The index of the first record that is not before this one, by binary search. */
  #placeOf(record: T): number {
    const last = this.#records.at(-1);
    // Most records are new and belong at the end.
    if (last === undefined || byCreation(last, record) < 0) return this.#records.length;
    let [low, high] = [0, this.#records.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#records[middle];
      if (other !== undefined && byCreation(other, record) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function byCreation(a: StoredRecord, b: StoredRecord): number {
  if (a.created !== b.created) return a.created - b.created;
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
}
