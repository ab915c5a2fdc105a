import type { StoredRecord } from "./stored-record.ts";

/** A migration of a cluster outside the service into a cluster of a project. */
export interface StoredMigration extends StoredRecord {
  readonly migrationHosts: readonly string[];
  /** Why the migration cannot succeed. */
  readonly problem?: string;
  readonly cutOver?: number;
}
