import { operations, type WriteId } from "@plumbline/schemas";
import type { Fixture } from "./fixtures.ts";
import { forbidden } from "./permission.ts";
import type { Target } from "./target.ts";

/**
 * What a run creates for itself where the target has none and the user permits it, each with the operation that creates it.
 * Whatever is not here cannot be created by the interface, or not by it alone: alerts are raised by events.
 */
const LENDABLE = {
  clusterName: "createCluster",
  databaseName: "createSearchIndex",
  collectionName: "createSearchIndex",
  indexId: "createSearchIndex",
  indexName: "createSearchIndex",
  roleId: "createCloudAccessRole",
  exportBucketId: "createExportBucket",
  snapshotId: "takeSnapshot",
  restoreJobId: "createRestoreJob",
  exportId: "createExportJob",
  validationId: "validateMigration",
  liveMigrationId: "createMigration",
} as const satisfies Partial<Record<Fixture, WriteId>>;

/** The create that gives such a fixture; none where no operation does. */
export const lentBy = (name: Fixture): WriteId | undefined =>
  Object.hasOwn(LENDABLE, name) ? LENDABLE[name as keyof typeof LENDABLE] : undefined;

/** Whether a run on this target creates such a record if it finds none. */
export function isLent(name: Fixture, target: Target): boolean {
  const create = lentBy(name);
  if (create === undefined || target.mock || target.credentials.main === undefined) return false;
  const isServed = target.versions.some((version) => target.contract.route(create, version) !== undefined);
  return isServed && forbidden(operations[create].risk, target) === undefined;
}

/** How to have such a record created; nothing where no operation does, or where that is permitted already. */
export function howToLend(name: Fixture, target: Target): string | undefined {
  const create = lentBy(name);
  if (create === undefined || target.mock) return undefined;
  const { risk } = operations[create];
  return target.allow.has(risk) ? undefined : `permit the run to create one (--allow ${risk})`;
}
