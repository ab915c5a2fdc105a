import type { StoredRecord } from "./stored-record.ts";

/** An alert of a project; it stays listed after it closes. All times are milliseconds since the epoch. */
export interface StoredAlert extends StoredRecord {
  readonly orgId: string;
  readonly alertConfigId: string;
  readonly eventTypeName: string;
  readonly status: "OPEN" | "TRACKING" | "CLOSED";
  readonly updated: number;
  readonly lastNotified?: number;
  readonly resolved?: number;
  readonly acknowledgedUntil?: number;
  readonly acknowledgementComment?: string;
  readonly acknowledgingUsername?: string;
}
