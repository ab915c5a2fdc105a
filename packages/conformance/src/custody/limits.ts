import type { WriteId } from "@plumbline/schemas";

/** How many records each create may leave on a target. */
export type Limits = Readonly<Partial<Record<WriteId, number>>>;

/**
 * What a whole run needs of each create whose records stay, and room for some that a target should have refused. A full run
 * on the reference makes 5, 10, 2, 4, 4, 4 and 3 of them.
 */
export const DEFAULT_LIMITS: Limits = {
  createCluster: 6,
  createRestoreJob: 12,
  createServerlessRestoreJob: 6,
  createMigration: 6,
  validateMigration: 6,
  createCloudAccessRole: 6,
  createExportJob: 4,
};
