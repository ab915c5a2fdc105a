import type { StoredRecord } from "../records/stored-record.ts";
import { RecordStore } from "../world/record-store.ts";

/** A store with the records as they are now, which nobody watches. */
export function copyOf(store: RecordStore<StoredRecord>): RecordStore<StoredRecord> {
  const copy = new RecordStore<StoredRecord>(store.name);
  for (const record of store.all()) copy.place(record);
  return copy;
}
