import type { StoredRecord } from "./stored-record.ts";

/** A role with which the service acts at a cloud provider. */
export interface StoredAccessRole extends StoredRecord {
  readonly providerName: string;
  /** What the other side of the trust is told: random, once. */
  readonly externalId: string;
}
