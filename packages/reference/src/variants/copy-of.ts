import type { StoredRecord } from "../records/stored-record.ts";
import { RecordStore } from "../world/record-store.ts";

/** A copy of a store with its current records, without a watcher. */
export function copyOf(store: RecordStore<StoredRecord>): RecordStore<StoredRecord> {
  const copy = new RecordStore<StoredRecord>(store.name);
  for (const record of store.all()) copy.place(record);
  return copy;
}
