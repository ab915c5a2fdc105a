import type { StoredRecord } from "./stored-record.ts";

/** A bucket at a cloud provider; export jobs and backup schedules of the project refer to it by its id. */
export interface StoredBucket extends StoredRecord {
  readonly bucketName: string;
  readonly cloudProvider: string;
  readonly iamRoleId: string;
}
