import type { StoredRecord } from "./stored-record.ts";

/** A cluster outside the service that moves into one of a project. */
export interface StoredMigration extends StoredRecord {
  readonly migrationHosts: readonly string[];
  /** Why it cannot succeed. */
  readonly problem?: string;
  readonly cutOver?: number;
}
