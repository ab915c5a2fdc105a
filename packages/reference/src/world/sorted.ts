import type { StoredRecord } from "../records/stored-record.ts";

/**
 * Records in the order of lists: by creation, then by id. What `read` returns follows every change, so whoever changes a
 * store while walking along a list walks along a copy.
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

  /** `before` is the record as it was put in. */
  replace(before: T, after: T): void {
    const place = this.#placeOf(before);
    if (before.created === after.created && before.id === after.id) this.#records[place] = after;
    else {
      this.#records.splice(place, 1);
      this.insert(after);
    }
  }

  /** The record itself, as it was put in. */
  remove(record: T): void {
    this.#records.splice(this.#placeOf(record), 1);
  }

  /** Where the first record stands that is not before this one, by halving. */
  #placeOf(record: T): number {
    const last = this.#records.at(-1);
    // Most records are new, and go to the end.
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
