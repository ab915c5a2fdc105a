import type { StoredRecord } from "./stored-record.ts";

export interface StoredServerless extends StoredRecord {
  readonly name: string;
  readonly provider: string;
}
