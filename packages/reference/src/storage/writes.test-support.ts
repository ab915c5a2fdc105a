import type { OperationId } from "@plumbline/schemas";
import { type Call, type Callee, type Caller, idsOf, type Reply } from "../caller.test-support.ts";
import { memberIn } from "../json.test-support.ts";
import type { RecordStores } from "../world/record-stores.ts";

/** Stores that no operation changes; they have only seeded records. */
export const UNWRITTEN: readonly (keyof RecordStores)[] = ["removedClusters", "serverless"];

type AnyCaller = Caller<Callee>;
/** Whether the answered change is still there. */
export type Proof = (caller: AnyCaller) => Promise<boolean>;

/** One kind of write; `number` makes each write different. Writes to one record run one after the other. */
export interface Write {
  readonly store: keyof RecordStores;
  readonly oneRecord?: true;
  readonly send: (caller: AnyCaller, number: number) => Promise<{ readonly reply: Reply; readonly proof: Proof }>;
}

const EMAIL = { typeName: "EMAIL", emailAddress: "a@example.com" };
const migration = ({ clusterName, projectId: groupId }: Callee["world"]) => ({
  destination: { clusterName, groupId, hostnameSchemaType: "PUBLIC" },
  dropEnabled: false,
  source: { clusterName: "source0", managedAuthentication: true },
  migrationHosts: ["host0.example.net"],
});

/** Creates a record, and later finds it by its id. */
const makes = (
  store: keyof RecordStores,
  create: OperationId,
  body: (caller: AnyCaller, number: number) => unknown,
  get: OperationId,
  parameter: string,
  idName = "id",
): Write => ({
  store,
  send: async (caller, number) => {
    const reply = await caller.call(create, { json: body(caller, number) });
    const path = { [parameter]: String(memberIn(reply.json, idName)) };
    return { reply, proof: async (later) => (await later.call(get, { path })).status === 200 };
  },
});

/** Changes one record repeatedly, with a rising number. A later read must show that number or a higher one. */
const counts = (
  store: keyof RecordStores,
  update: OperationId,
  body: (number: number) => unknown,
  get: OperationId,
  read: (json: unknown) => number,
  path: (world: Callee["world"]) => NonNullable<Call["path"]> = () => ({}),
): Write => ({
  store,
  oneRecord: true,
  send: async (caller, number) => ({
    reply: await caller.call(update, { json: body(number), path: path(caller.reference.world) }),
    proof: async (later) => {
      const { json } = await later.call(get, { path: path(later.reference.world) });
      return read(json) >= number;
    },
  }),
});

const numberIn = (text: unknown): number => Number(/\d+$/.exec(String(text))?.[0]);
const first = (json: unknown): unknown => (Array.isArray(json) ? json[0] : undefined);
const DAY = 86_400_000;

/** A write to every store that operations change. */
export const WRITES: readonly Write[] = [
  makes(
    "configs",
    "createAlertConfig",
    () => ({ eventTypeName: "CPS_RESTORE_FAILED", notifications: [EMAIL] }),
    "getAlertConfig",
    "alertConfigId",
  ),
  makes(
    "accessRoles",
    "createCloudAccessRole",
    () => ({ providerName: "PROVIDER_A" }),
    "getCloudAccessRole",
    "roleId",
    "roleId",
  ),
  makes(
    "searchIndexes",
    "createSearchIndex",
    (_caller, number) => ({ database: "shop", collectionName: "killed", name: `index${number}`, definition: {} }),
    "getSearchIndexById",
    "indexId",
    "indexID",
  ),
  makes(
    "migrations",
    "createMigration",
    ({ reference }) => migration(reference.world),
    "getMigration",
    "liveMigrationId",
    "_id",
  ),
  makes(
    "validations",
    "validateMigration",
    ({ reference }) => migration(reference.world),
    "getMigrationValidation",
    "validationId",
    "_id",
  ),
  makes(
    "exportBuckets",
    "createExportBucket",
    ({ reference }) => ({
      bucketName: "exports",
      cloudProvider: "PROVIDER_A",
      iamRoleId: reference.world.accessRoleIds[0],
    }),
    "getExportBucket",
    "exportBucketId",
    "_id",
  ),
  makes(
    "exportJobs",
    "createExportJob",
    ({ reference: { world } }) => ({
      exportBucketId: world.backup.exportBucketIds[0],
      snapshotId: world.backup.snapshotIds[0],
    }),
    "getExportJob",
    "exportId",
  ),
  makes("restoreJobs", "createRestoreJob", () => ({ deliveryType: "download" }), "getRestoreJob", "restoreJobId"),
  {
    store: "clusters",
    send: async (caller, number) => ({
      reply: await caller.call("createCluster", { json: { name: `killed-${number}` } }),
      // No operation shows a single cluster, but operations in a cluster need it to exist.
      proof: async (later) =>
        (await later.call("getBackupSchedule", { path: { clusterName: `killed-${number}` } })).status === 200,
    }),
  },
  counts(
    "alerts",
    "acknowledgeAlert",
    (number) => ({ acknowledgedUntil: "2099-01-01T00:00:00Z", acknowledgementComment: `comment ${number}` }),
    "getAlert",
    (json) => numberIn(memberIn(json, "acknowledgementComment")),
  ),
  counts(
    "settings",
    "updateAuditing",
    (number) => ({ enabled: true, auditFilter: `{"number":${number}}` }),
    "getAuditing",
    (json) => Number(/\d+/.exec(String(memberIn(json, "auditFilter")))?.[0]),
  ),
  counts(
    "analyzers",
    "replaceCustomAnalyzers",
    (number) => [{ name: `own${number}`, tokenizer: { type: "standard" } }],
    "listCustomAnalyzers",
    (json) => numberIn(memberIn(first(json), "name")),
  ),
  counts(
    "schedules",
    "updateBackupSchedule",
    (restoreWindowDays) => ({ restoreWindowDays }),
    "getBackupSchedule",
    (json) => Number(memberIn(json, "restoreWindowDays")),
  ),
  counts(
    "compliance",
    "updateBackupCompliancePolicy",
    (number) => ({ authorizedEmail: "a@example.com", authorizedUserFirstName: `Name ${number}` }),
    "getBackupCompliancePolicy",
    (json) => numberIn(memberIn(json, "authorizedUserFirstName")),
  ),
  counts(
    "snapshots",
    "changeSnapshotExpiration",
    (number) => ({ retentionUnit: "DAYS", retentionValue: 1_000 + number }),
    "getSnapshot",
    (json) => {
      const kept = Date.parse(String(memberIn(json, "expiresAt"))) - Date.parse(String(memberIn(json, "createdAt")));
      return Math.round(kept / DAY) - 1_000;
    },
  ),
  {
    store: "links",
    oneRecord: true,
    // There is at most one, so the server refuses all except the first.
    send: async (caller) => ({
      reply: await caller.call("createLinkToken", { json: { accessListIps: [] } }),
      proof: async (later) => first((await later.call("listMigratableProjects")).json) !== undefined,
    }),
  },
  {
    store: "outages",
    send: async (caller, number) => {
      const clusterName = `killed-outage-${number}`;
      await caller.call("createCluster", { json: { name: clusterName } });
      const json = { outageFilters: [{ cloudProvider: "PROVIDER_A", regionName: "US_EAST_1", type: "REGION" }] };
      const reply = await caller.call("startOutageSimulation", { path: { clusterName }, json });
      return {
        reply,
        proof: async (later) => (await later.call("getOutageSimulation", { path: { clusterName } })).status === 200,
      };
    },
  },
  {
    // An alert to be closed later is a pending action.
    store: "agenda",
    send: async (caller, number) => {
      const name = `killed-tags-${number}`;
      const json = { eventTypeName: "CLUSTER_TAGS_MODIFIED", notifications: [EMAIL], enabled: true };
      const config = await caller.call("createAlertConfig", {
        json: { ...json, matchers: [{ fieldName: "CLUSTER_NAME", operator: "EQUALS", value: name }] },
      });
      const path = { alertConfigId: String(memberIn(config.json, "id")) };
      const reply = await caller.call("createCluster", { json: { name, tags: [{ key: "a", value: "b" }] } });
      const alerts = (one: AnyCaller) => one.call("listOpenAlertsOfConfig", { path });
      return { reply, proof: async (later) => idsOf(await alerts(later)).length === 1 };
    },
  },
];
