import { operations, type WriteId } from "@plumbline/schemas";
import type { Fixture } from "./fixtures.ts";
import { forbidden } from "./permission.ts";
import type { Target } from "./target.ts";

/**
 * Fixtures whose record the run creates if the target has none and the user permits it, each with the operation. The
 * interface cannot create the others, or not alone: only events raise alerts, for example.
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

/** The create that provides a fixture; `undefined` if no operation does. */
export const lentBy = (name: Fixture): WriteId | undefined =>
  Object.hasOwn(LENDABLE, name) ? LENDABLE[name as keyof typeof LENDABLE] : undefined;

/** Whether a run on this target creates the record of this fixture if it finds none. */
export function isLent(name: Fixture, target: Target): boolean {
  const create = lentBy(name);
  if (create === undefined || target.mock || target.credentials.main === undefined) return false;
  const isServed = target.versions.some((version) => target.contract.route(create, version) !== undefined);
  return isServed && forbidden(operations[create].risk, target) === undefined;
}

/**
 * How to permit the run to create this record; `undefined` if no operation creates it or the user already permits it.
 */
export function howToLend(name: Fixture, target: Target): string | undefined {
  const create = lentBy(name);
  if (create === undefined || target.mock) return undefined;
  const { risk } = operations[create];
  return target.allow.has(risk) ? undefined : `permit the run to create one (--allow ${risk})`;
}
