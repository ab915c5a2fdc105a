import type { StoredRecord } from "./stored-record.ts";

/** Receives every change, to store it beyond the life of the process. Records are plain JSON values. */
export interface StoreWatcher {
  put(store: string, record: StoredRecord): void;
  removed(store: string, record: StoredRecord): void;
}
