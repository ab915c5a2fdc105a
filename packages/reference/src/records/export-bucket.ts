import type { StoredRecord } from "./stored-record.ts";

export interface StoredBucket extends StoredRecord {
  readonly bucketName: string;
  readonly cloudProvider: string;
  readonly iamRoleId: string;
}
