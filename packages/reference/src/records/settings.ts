import type { StoredRecord } from "./stored-record.ts";

/** What is set for a whole project; its id is the project's. */
export interface StoredSettings extends StoredRecord {
  readonly auditing: Auditing;
  readonly customDns: boolean;
  readonly privateIpMode: boolean;
}

export interface Auditing {
  readonly auditAuthorizationSuccess: boolean;
  readonly auditFilter: string;
  readonly enabled: boolean;
  readonly configurationType: string;
}
