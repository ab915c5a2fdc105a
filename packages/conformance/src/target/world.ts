import type { AlertConfigInput } from "@plumbline/schemas";

/** Ids and names that a check can address; a user states them or they are found through the list operations. */
export const FIXTURES = [
  "groupId",
  "orgId",
  "otherGroupId",
  "clusterName",
  "sharedClusterName",
  "hostname",
  "alertConfigId",
  "alertId",
  "exportBucketId",
  "exportId",
  "restoreJobId",
  "snapshotId",
  "roleId",
  "indexId",
  "liveMigrationId",
  "validationId",
  "databaseName",
  "collectionName",
  "indexName",
] as const;
export type Fixture = (typeof FIXTURES)[number];
export type Fixtures = Readonly<Partial<Record<Fixture, string>>>;

/** What is known of a target's contents when the plan is made. */
export interface World {
  readonly fixtures: Fixtures;
  /** How many records a list was seen to hold, as far as one page shows. */
  readonly records: Readonly<Partial<Record<"listAlertConfigs" | "listAlerts", number>>>;
  /** A body, in neutral words, that creates an alert configuration here. */
  readonly alertConfiguration: AlertConfigInput;
  /** Operations that answered as if the path did not exist, with what was asked: `listAlerts/2` to `GET /...`. */
  readonly unbound: ReadonlyMap<string, string>;
}
