import { member } from "@plumbline/conformance";
import { exampleOf, type OperationId, type RouteVersion } from "@plumbline/schemas";
import type { BodyParts } from "./bodies.ts";
import type { Family } from "./subjects.ts";

/** Stands in planned bodies for a name that is used once; replaced when a request is sent, by one of the same length. */
export const FRESH = "plumbline-000000000000";

/** How a write is carried out once, validly, and taken back. */
export interface Recipe {
  readonly family: Family;
  /** A body in neutral words that is taken here. */
  readonly body: (parts: BodyParts, version: RouteVersion) => unknown;
  /** The operation that makes the record to work on, and the path parameters that address it. */
  readonly on?: { readonly create: OperationId; readonly address: (record: unknown, sent: unknown) => Path };
  /** What removes the record that an accepted call made. */
  readonly remove?: { readonly operation: OperationId; readonly address: (record: unknown) => Path };
  /** What shows the state that the write replaces, so that it can be put back. */
  readonly read?: OperationId;
}
type Path = Readonly<Record<string, string>> | undefined;

const TEXT = { mappings: { dynamic: true } };
const indexBody = ({ world: { fixtures } }: BodyParts, text: object) => ({
  database: fixtures.databaseName ?? "plumbline",
  collectionName: fixtures.collectionName ?? "plumbline",
  name: FRESH,
  ...text,
});
const idAt = (name: string, parameter: string) => (record: unknown) => {
  const id = member(record, name);
  return typeof id === "string" ? { [parameter]: id } : undefined;
};
const isFlat = (version: RouteVersion): boolean => version === "1.0";
const removesIndex = { operation: "deleteSearchIndexById", address: idAt("indexID", "indexId") } as const;
const ownIndex = {
  create: "createSearchIndex",
  address: (record: unknown, sent: unknown): Path => {
    const id = member(record, "indexID");
    if (typeof id !== "string") return undefined;
    return {
      indexId: id,
      databaseName: String(member(sent, "database")),
      collectionName: String(member(sent, "collectionName")),
      indexName: String(member(sent, "name")),
    };
  },
} as const;
const indexUpdate = (parts: BodyParts, version: RouteVersion) =>
  isFlat(version) ? indexBody(parts, TEXT) : { definition: { mappings: { dynamic: false } } };
const projectOf = ({ world: { fixtures } }: BodyParts): string => fixtures.groupId ?? "";
const clusterOf = ({ world: { fixtures } }: BodyParts): string => fixtures.clusterName ?? "";
const exampleFor = (operation: OperationId) => (parts: BodyParts, version: RouteVersion) =>
  exampleOf(parts.contract.operation(operation, version).body?.schema ?? {});

const HARDWARE = { providerName: "PROVIDER_A", instanceSizeName: "M10", regionName: "US_EAST_1" };
const ZONE = {
  numShards: 1,
  zoneName: "Zone 1",
  regionsConfig: { US_EAST_1: { analyticsNodes: 0, electableNodes: 3, priority: 7, readOnlyNodes: 0 } },
};
const MIGRATION = (parts: BodyParts) => ({
  destination: { clusterName: clusterOf(parts), groupId: projectOf(parts), hostnameSchemaType: "PUBLIC" },
  dropEnabled: false,
  source: {
    clusterName: parts.world.fixtures.migrationSourceName ?? "plumbline-source",
    groupId: projectOf(parts),
    managedAuthentication: false,
    password: "example-password",
    ssl: false,
    username: "migrator",
  },
  migrationHosts: [parts.world.fixtures.migrationHost ?? "host0.example.net"],
});

/**
 * Writes beside those on alerts. What leaves something behind that nothing removes, or costs money, is of the family
 * "lasting": its valid request is sent once and no more.
 */
export const RECIPES: Readonly<Partial<Record<OperationId, Recipe>>> = {
  createSearchIndex: {
    family: "records",
    body: (parts, version) => indexBody(parts, isFlat(version) ? TEXT : { definition: TEXT }),
    remove: removesIndex,
  },
  createSearchIndexLegacy: { family: "records", body: (parts) => indexBody(parts, TEXT), remove: removesIndex },
  updateSearchIndexByName: { family: "records", body: indexUpdate, on: ownIndex },
  updateSearchIndexById: { family: "records", body: indexUpdate, on: ownIndex },
  createExportBucket: {
    family: "records",
    body: ({ world: { fixtures } }) => ({
      bucketName: FRESH,
      cloudProvider: "PROVIDER_A",
      iamRoleId: fixtures.roleId ?? "32b6e34b3d91647abb20e7b8",
    }),
    remove: { operation: "deleteExportBucket", address: idAt("_id", "exportBucketId") },
  },
  replaceCustomAnalyzers: {
    family: "settings",
    body: () => [{ name: "plumbline", tokenizer: { type: "whitespace" } }],
    read: "listCustomAnalyzers",
  },
  updateAuditing: {
    family: "settings",
    body: () => ({ auditAuthorizationSuccess: false, auditFilter: "{}", enabled: false }),
    read: "getAuditing",
  },
  updateCustomDns: { family: "settings", body: () => ({ enabled: false }), read: "getCustomDns" },
  updateBackupSchedule: {
    family: "settings",
    body: () => ({ referenceHourOfDay: 3, referenceMinuteOfHour: 30 }),
    read: "getBackupSchedule",
  },
  createLinkToken: {
    // An organization has one: two versions at once would meet each other's.
    family: "settings",
    body: exampleFor("createLinkToken"),
    remove: { operation: "deleteLinkToken", address: () => ({}) },
  },
  startOutageSimulation: {
    family: "lasting",
    body: () => ({ outageFilters: [{ cloudProvider: "PROVIDER_A", regionName: "US_EAST_1", type: "REGION" }] }),
    remove: { operation: "endOutageSimulation", address: () => ({}) },
  },
  disablePrivateIpMode: { family: "lasting", body: () => ({ enabled: false }) },
  createCloudAccessRole: { family: "lasting", body: () => ({ providerName: "PROVIDER_A" }) },
  createCluster: {
    family: "lasting",
    body: () => ({
      name: FRESH,
      clusterType: "REPLICASET",
      diskSizeGB: 10,
      providerSettings: HARDWARE,
      replicationSpecs: [ZONE],
    }),
  },
  takeSnapshot: { family: "lasting", body: () => ({ description: "plumbline", retentionInDays: 1 }) },
  createRestoreJob: {
    family: "lasting",
    body: (parts) => ({
      deliveryType: "automated",
      snapshotId: parts.world.fixtures.snapshotId ?? "32b6e34b3d91647abb20e7ba",
      targetClusterName: clusterOf(parts),
      targetGroupId: projectOf(parts),
    }),
  },
  createExportJob: { family: "lasting", body: exampleFor("createExportJob") },
  createMigration: { family: "lasting", body: MIGRATION },
  validateMigration: { family: "lasting", body: MIGRATION },
};
