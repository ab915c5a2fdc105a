import type { StoredRecord } from "./stored-record.ts";

/** A role with which the service acts at a cloud provider. */
export interface StoredAccessRole extends StoredRecord {
  readonly providerName: string;
  /** The id that the cloud provider must know to trust the service; random, drawn once. */
  readonly externalId: string;
}
