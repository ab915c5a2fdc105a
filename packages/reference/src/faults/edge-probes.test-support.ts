import type { OperationId } from "@plumbline/schemas";
import type { Call, Caller, Reply } from "../caller.test-support.ts";

type Probe = (caller: Caller) => Promise<readonly Reply[]>;

const asks =
  (id: OperationId, callFor: (caller: Caller) => Call): Probe =>
  async (caller) => [await caller.call(id, callFor(caller))];

/** In the project with engines of several ages, which has none of the records that most lists show. */
const inOldProject = (id: OperationId): Probe =>
  asks(id, ({ reference }) => ({ path: { groupId: reference.world.oldEngineProjectId } }));
/** On a cluster that nothing was done with. */
const onPlainCluster = (id: OperationId): Probe => asks(id, () => ({ path: { clusterName: "Reports0" } }));
const updates = (definition: object): Probe => asks("updateSearchIndexById", () => ({ json: { definition } }));
const creates = (json: object): Probe => asks("createCluster", () => ({ json }));
const policy = (json: object): Probe =>
  asks("updateBackupCompliancePolicy", () => ({ json: { authorizedEmail: "officer@example.com", ...json } }));
const schedules = (...policyItems: readonly object[]): Probe =>
  asks("updateBackupSchedule", () => ({ json: { policies: [{ policyItems }] } }));

const WORDS = { name: "own", tokenizer: { type: "whitespace" } };
const HOURLY = { frequencyType: "hourly", frequencyInterval: 6, retentionUnit: "days", retentionValue: 3 };
const DAILY = { frequencyType: "daily", frequencyInterval: 1, retentionUnit: "days", retentionValue: 7 };
const WEEKLY = { frequencyType: "weekly", frequencyInterval: 6, retentionUnit: "weeks", retentionValue: 1 };
const LONG = "a".repeat(255);

/** What shows the faults at the edge of a limit, where there is nothing, and where one is as good as another. */
export const edgeProbes: Readonly<Record<string, Probe>> = {
  "BK-70": policy({ restoreWindowDays: 3, scheduledPolicyItems: [HOURLY] }),
  "BK-71": policy({ restoreWindowDays: 1 }),
  "BK-72": policy({ scheduledPolicyItems: [HOURLY, DAILY] }),
  "BK-73": policy({ scheduledPolicyItems: [HOURLY] }),
  "BK-74": policy({ scheduledPolicyItems: [{ ...HOURLY, retentionUnit: undefined }] }),
  "CL-70": creates({ diskSizeGB: 100 }),
  "CL-71": creates({ tags: [{ key: LONG, value: "x" }] }),
  "EL-04": inOldProject("listAlertConfigs"),
  "EL-11": async (caller) => {
    const { alertConfigIds } = caller.reference.world;
    const path = { alertConfigId: alertConfigIds.at(-1) ?? "" };
    return [await caller.call("listOpenAlertsOfConfig", { path })];
  },
  "EL-12": inOldProject("listAlerts"),
  "EL-15": onPlainCluster("listCustomAnalyzers"),
  "EL-18": asks("listSearchIndexes", () => ({ path: { collectionName: "nothing" } })),
  "EL-30": inOldProject("listExportBuckets"),
  "EL-36": onPlainCluster("listExportJobs"),
  "EL-39": onPlainCluster("listRestoreJobs"),
  "EL-46": onPlainCluster("listSnapshots"),
  "EL-48list": asks("listShardedSnapshots", () => ({ path: { clusterName: "Sharded1" } })),
  "EL-59": asks("listMigratableProjects", () => ({})),
  "EL-62": inOldProject("listCloudAccessRoles"),
  "EL-90": onPlainCluster("listCustomAnalyzers"),
  "EL-91": onPlainCluster("listCustomAnalyzers"),
  "EL-92": inOldProject("listExportBuckets"),
  "SE-15": asks("disablePrivateIpMode", () => ({ json: { enabled: false } })),
  "SN-70": schedules(DAILY, WEEKLY),
  "SN-72": schedules({ ...DAILY, id: 5 }),
  "SN-71": schedules(WEEKLY, { ...WEEKLY, frequencyInterval: 1 }),
  "SR-70": asks("createSearchIndexLegacy", ({ reference }) => ({
    path: { groupId: reference.world.oldEngineProjectId, clusterName: "Old2" },
    json: { database: "shop", collectionName: "goods", name: "default" },
  })),
  "SR-71": updates({ analyzers: [WORDS, WORDS] }),
  "SR-72": updates({ analyzer: "engine.klingon" }),
  "SR-73": updates({ storedSource: { include: ["a"], exclude: ["b"] } }),
};
