import type { StoredRecord } from "./stored-record.ts";

/** A bucket at a cloud provider that export jobs and backup schedules of a project name by its id. */
export interface StoredBucket extends StoredRecord {
  readonly bucketName: string;
  readonly cloudProvider: string;
  readonly iamRoleId: string;
}
