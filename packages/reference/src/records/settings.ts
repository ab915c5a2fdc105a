import type { StoredRecord } from "./stored-record.ts";

/** The settings of a whole project; the id is the project's. */
export interface StoredSettings extends StoredRecord {
  readonly auditing: Auditing;
  readonly customDns: boolean;
  readonly privateIpMode: boolean;
}

/** The auditing configuration of a project, in the members that the interface shows. */
export interface Auditing {
  readonly auditAuthorizationSuccess: boolean;
  readonly auditFilter: string;
  readonly enabled: boolean;
  readonly configurationType: string;
}
