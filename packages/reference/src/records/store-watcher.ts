import type { StoredRecord } from "./stored-record.ts";

/** Hears of every change, so that it can be kept beyond the life of the process. Records are plain JSON values. */
export interface StoreWatcher {
  put(store: string, record: StoredRecord): void;
  removed(store: string, record: StoredRecord): void;
}
