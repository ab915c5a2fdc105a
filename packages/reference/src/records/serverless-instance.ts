import type { StoredRecord } from "./stored-record.ts";

/** A serverless instance; the reference seeds it only for the operations on its snapshots and restore jobs. */
export interface StoredServerless extends StoredRecord {
  readonly name: string;
  readonly provider: string;
}
