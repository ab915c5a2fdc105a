import type { OperationId } from "@plumbline/schemas";
import type { Behaviour } from "../decisions/behaviour.ts";
import type { Fields } from "../records/fields.ts";
import { fieldsOf, listMember, textMember } from "../rules/members.ts";
import { CONFIG, MATCHER } from "./bodies.ts";
import { layer } from "./fault.ts";
import { acknowledges, createsBucket, createsCluster, createsFlatIndex } from "./requests.ts";

const DAY = 86_400_000;

/** Accepts a body and uses a changed one. */
const works =
  (operation: OperationId, change: (body: Fields) => Fields) =>
  ({ keeps }: Behaviour): Partial<Behaviour> => ({
    keeps: (body, asked) => (asked.id === operation ? change(fieldsOf(keeps(body, asked))) : keeps(body, asked)),
  });

const loses = (operation: OperationId, member: string) => works(operation, ({ [member]: _lost, ...others }) => others);

/** Shows only the first record of a list. */
const cuts =
  (id: OperationId) =>
  ({ answers }: Behaviour): Partial<Behaviour> => ({
    answers: (operation, body, given) => {
      const answer = answers(operation, body, given);
      if (operation.id !== id) return answer;
      if (Array.isArray(answer.body)) return { ...answer, body: answer.body.slice(0, 1) };
      const { totalCount, ...list } = fieldsOf(answer.body);
      const results = listMember(list, "results").slice(0, 1);
      const count = totalCount === undefined ? {} : { totalCount: results.length };
      return { ...answer, body: { ...list, ...count, results } };
    },
  });

/** Always shows each record of a list as it was in the first listing. */
const listsAsFirstSeen =
  (id: OperationId) =>
  ({ answers }: Behaviour): Partial<Behaviour> => {
    const seen = new Map<unknown, Fields>();
    return {
      answers: (operation, body, given) => {
        const answer = answers(operation, body, given);
        if (operation.id !== id) return answer;
        const results = listMember(fieldsOf(answer.body), "results").map((record) => {
          const first = seen.get(record["id"]) ?? record;
          seen.set(record["id"], first);
          return first;
        });
        return { ...answer, body: { ...fieldsOf(answer.body), results } };
      },
    };
  };

/** Faults that accept and answer a body like a correct server, but do not store it as sent. */
export const keptFaults = layer("kept", [
  {
    id: "KE-01",
    text: "A cluster that is created with paused=true is not paused.",
    violates: ["CLU-KEPT"],
    change: loses("createCluster", "paused"),
    probe: createsCluster({ paused: true }),
  },
  {
    id: "KE-02",
    text: "A new cluster loses its numShards.",
    violates: ["CLU-KEPT"],
    change: loses("createCluster", "numShards"),
    probe: createsCluster({ numShards: 2 }),
  },
  {
    id: "KE-28",
    text: "The list of clusters cuts the fraction of a diskSizeGB.",
    violates: ["CLU-KEPT"],
    change: ({ answers }) => ({
      answers: (operation, body, given) => {
        const answer = answers(operation, body, given);
        if (operation.id !== "listClusters") return answer;
        const results = listMember(fieldsOf(answer.body), "results").map((record) =>
          typeof record["diskSizeGB"] === "number"
            ? { ...record, diskSizeGB: Math.trunc(record["diskSizeGB"]) }
            : record,
        );
        return { ...answer, body: { ...fieldsOf(answer.body), results } };
      },
    }),
    probe: createsCluster({ diskSizeGB: 12.5 }),
  },
  {
    id: "KE-03",
    text: "A new cluster loses its tags.",
    violates: ["CLU-KEPT"],
    change: loses("createCluster", "tags"),
    probe: createsCluster({ tags: [{ key: "a", value: "b" }] }),
  },
  {
    id: "KE-04",
    text: "An update of a schedule accepts copySettings, but does not change them.",
    violates: ["SCH-KEPT", "REC-ECHO"],
    change: loses("updateBackupSchedule", "copySettings"),
    probe: [["updateBackupSchedule", { json: { copySettings: [] } }]],
  },
  {
    id: "KE-05",
    text: "An update of a schedule accepts restoreWindowDays, but does not change it.",
    violates: ["SCH-KEPT", "SCH-PARTIAL", "REC-ECHO"],
    change: loses("updateBackupSchedule", "restoreWindowDays"),
    probe: [["updateBackupSchedule", { json: { restoreWindowDays: 5 } }]],
  },
  {
    id: "KE-06",
    text: "An update of the compliance policy always stores the same authorizedEmail, whatever it states.",
    violates: ["CMP-KEPT", "REC-ECHO"],
    change: works("updateBackupCompliancePolicy", (body) => ({ ...body, authorizedEmail: "backup@example.com" })),
    probe: [["updateBackupCompliancePolicy", { json: { authorizedEmail: "own@example.com" } }]],
  },
  {
    id: "KE-07",
    text: "A restore job of a serverless instance shows another targetClusterName than the request stated.",
    violates: ["RST-KEPT", "REC-ECHO"],
    change: ({ backup }) => ({
      backup: {
        ...backup,
        showServerlessRestore: (job) => ({ ...backup.showServerlessRestore(job), targetClusterName: "elsewhere" }),
      },
    }),
    probe: ({ reference: { world } }) => [
      ["listServerlessRestoreJobs", { path: { clusterName: world.backup.serverlessInstanceName } }],
    ],
  },
  {
    id: "KE-08",
    text: "A new index loses its synonyms.",
    violates: ["SRCH-KEPT", "REC-ECHO"],
    change: loses("createSearchIndexLegacy", "synonyms"),
    probe: createsFlatIndex({
      mappings: { dynamic: true },
      synonyms: [{ analyzer: "engine.simple", name: "words", source: { collection: "goods" } }],
    }),
  },
  {
    id: "KE-09",
    text: "A new snapshot loses its description.",
    violates: ["SNP-KEPT", "REC-ECHO"],
    change: loses("takeSnapshot", "description"),
    probe: [["takeSnapshot", { json: { description: "own", retentionInDays: 1 } }]],
  },
  {
    id: "KE-10",
    text: "A new export job loses its customData.",
    violates: ["EXJ-KEPT", "REC-ECHO"],
    change: loses("createExportJob", "customData"),
    probe: ({ reference: { world } }) => [
      [
        "createExportJob",
        {
          json: {
            exportBucketId: world.backup.exportBucketIds[0],
            snapshotId: world.backup.snapshotIds[0],
            customData: [{ key: "by", value: "own" }],
          },
        },
      ],
    ],
  },
  {
    id: "KE-11",
    text: "The compliance policy does not show who updated it.",
    violates: ["CMP-ROUNDTRIP"],
    change: ({ backup }) => ({
      backup: {
        ...backup,
        showCompliance: (policy) => {
          const { updatedUser: _unsaid, ...others } = backup.showCompliance(policy);
          return others;
        },
      },
    }),
    probe: [["getBackupCompliancePolicy"]],
  },
  {
    id: "KE-12",
    text: "An update of an alert configuration accepts monitoringRegion, but does not store it.",
    violates: ["ALC-KEPT", "REC-ECHO"],
    change: works("updateAlertConfig", (body) => ({
      ...body,
      notifications: listMember(body, "notifications").map(({ monitoringRegion: _lost, ...others }) => others),
    })),
    probe: [
      [
        "updateAlertConfig",
        {
          json: {
            ...CONFIG,
            notifications: [
              { typeName: "MONITORING_PLATFORM", monitoringApiKey: "a".repeat(32), monitoringRegion: "EU" },
            ],
          },
        },
      ],
    ],
  },
  {
    id: "KE-13",
    text: "The comment of an acknowledgement is lost.",
    violates: ["ALT-KEPT", "REC-ECHO", "ALT-ACK"],
    inPassing: ["REC-TURNS"],
    change: loses("acknowledgeAlert", "acknowledgementComment"),
    probe: acknowledges({ acknowledgementComment: "own" }),
  },
  {
    id: "KE-14",
    text: "A new export bucket gets another role than the request stated.",
    violates: ["EXB-KEPT", "REC-ECHO"],
    change: works("createExportBucket", (body) => ({ ...body, iamRoleId: "32b6e34b3d91647abb20e7b9" })),
    probe: createsBucket({}),
  },
  {
    id: "KE-15",
    text: "An update of an alert configuration loses the matchers.",
    violates: ["ALC-KEPT", "ALC-UPDATE-ECHO", "ALC-MATCHER-KNOWN", "REC-ECHO"],
    change: loses("updateAlertConfig", "matchers"),
    probe: [["updateAlertConfig", { json: { ...CONFIG, matchers: [MATCHER] } }]],
  },
  {
    id: "KE-16",
    text: "The list of search indexes contains only the first one.",
    violates: ["SRCH-KEPT", "SRCH-UPDATE-KEPT"],
    change: cuts("listSearchIndexes"),
    probe: [["listSearchIndexes"]],
  },
  {
    id: "KE-17",
    text: "The list of export jobs contains only the first one.",
    violates: ["EXJ-KEPT"],
    inPassing: ["REC-THERE"],
    change: cuts("listExportJobs"),
    probe: [["listExportJobs"]],
  },
  {
    id: "KE-30",
    text: "The milliseconds of retentionInDays overflow 32 bits, so that 25 days or more become other spans.",
    violates: ["SNP-EXPIRY-EFFECT"],
    change: works("takeSnapshot", (body) => ({
      ...body,
      // As the bit operation leaves it: a whole number of 32 bits.
      retentionInDays: ((Number(body["retentionInDays"]) * DAY) | 0) / DAY,
    })),
    probe: [["takeSnapshot", { json: { description: "own", retentionInDays: 40 } }]],
  },
  {
    id: "KE-18",
    text: "A snapshot is kept for a week, whatever retentionInDays says.",
    violates: ["SNP-EXPIRY-EFFECT"],
    change: works("takeSnapshot", (body) => ({ ...body, retentionInDays: 7 })),
    probe: [["takeSnapshot", { json: { description: "own", retentionInDays: 1 } }]],
  },
  {
    id: "KE-19",
    text: "The server counts the new retention of a snapshot in days, whatever its unit.",
    violates: ["SNP-EXPIRY-EFFECT"],
    change: works("changeSnapshotExpiration", (body) => ({ ...body, retentionUnit: "DAYS" })),
    probe: [["changeSnapshotExpiration", { json: { retentionUnit: "WEEKS", retentionValue: 1 } }]],
  },
  {
    id: "KE-29",
    text: "A retention of more than a year in months loses its full years.",
    violates: ["SNP-EXPIRY-EFFECT"],
    change: works("changeSnapshotExpiration", (body) => ({
      ...body,
      retentionValue: body["retentionUnit"] === "MONTHS" ? Number(body["retentionValue"]) % 12 : body["retentionValue"],
    })),
    probe: [["changeSnapshotExpiration", { json: { retentionUnit: "MONTHS", retentionValue: 14 } }]],
  },
  {
    id: "KE-20",
    text: "A read of a migration shows another id than the one in the path.",
    violates: ["MIG-CREATE-READ", "GEN-RECORD-ADDRESSED"],
    change: ({ answers }) => ({
      answers: (operation, body, given) => {
        const answer = answers(operation, body, given);
        if (operation.id !== "getMigration") return answer;
        const id = textMember(fieldsOf(answer.body), "_id") ?? "";
        return { ...answer, body: { ...fieldsOf(answer.body), _id: id.replace(/.$/, id.endsWith("0") ? "1" : "0") } };
      },
    }),
    probe: [["getMigration"]],
  },
  {
    id: "KE-21",
    text: "The list of alert configurations shows each one as it was when it was first listed.",
    violates: ["ALC-KEPT"],
    inPassing: ["REC-VIEWS"],
    change: listsAsFirstSeen("listAlertConfigs"),
    probe: [["listAlertConfigs"], ["updateAlertConfig", { json: CONFIG }], ["listAlertConfigs"]],
  },
  {
    id: "KE-22",
    text: "If a new configuration has several notifications of one kind, only the last one is stored.",
    violates: ["ALC-KEPT", "REC-ECHO"],
    change: works("createAlertConfig", (body) => ({
      ...body,
      notifications: [
        ...new Map(listMember(body, "notifications").map((one) => [one["typeName"], one] as const)).values(),
      ],
    })),
    probe: [
      [
        "createAlertConfig",
        {
          json: {
            ...CONFIG,
            notifications: [
              { typeName: "EMAIL", emailAddress: "a@example.com" },
              { typeName: "EMAIL", emailAddress: "b@example.com" },
            ],
          },
        },
      ],
    ],
  },
  {
    id: "KE-23",
    text: "An update of a schedule that states policies empties extraRetentionSettings.",
    violates: ["SCH-PARTIAL"],
    change: works("updateBackupSchedule", (body) =>
      "policies" in body && !("extraRetentionSettings" in body) ? { ...body, extraRetentionSettings: [] } : body,
    ),
    probe: [
      ["updateBackupSchedule", { json: { extraRetentionSettings: [{ frequencyType: "DAILY", retentionDays: 9 }] } }],
      ["updateBackupSchedule", { json: { policies: [] } }],
    ],
  },
  {
    id: "KE-24",
    text: "All zones of a new cluster get the name of the first.",
    violates: ["CLU-KEPT"],
    change: works("createCluster", (body) => {
      const specs = listMember(body, "replicationSpecs");
      const [first] = specs;
      if (first?.["zoneName"] === undefined) return body;
      return { ...body, replicationSpecs: specs.map((one) => ({ ...one, zoneName: first["zoneName"] })) };
    }),
    probe: createsCluster({
      name: "zones",
      providerSettings: { providerName: "PROVIDER_A", instanceSizeName: "M10", regionName: "US_EAST_1" },
      diskSizeGB: 10,
      clusterType: "GEOSHARDED",
      replicationSpecs: ["Zone 1", "Zone 2"].map((zoneName) => ({
        numShards: 1,
        regionsConfig: { US_EAST_1: { analyticsNodes: 0, electableNodes: 3, priority: 7, readOnlyNodes: 0 } },
        zoneName,
      })),
    }),
  },
  {
    id: "KE-25",
    text: "An audit filter loses its backslashes.",
    violates: ["AUD-ROUNDTRIP", "REC-ECHO"],
    change: works("updateAuditing", (body) => ({
      ...body,
      ...(typeof body["auditFilter"] === "string" && { auditFilter: body["auditFilter"].replaceAll("\\\\", "") }),
    })),
    probe: [["updateAuditing", { json: { auditFilter: '{"a":"b\\\\c"}' } }]],
  },
  {
    id: "KE-26",
    text: "An update of auditing with enabled=false also sets auditAuthorizationSuccess to false.",
    violates: ["AUD-ROUNDTRIP", "REC-ECHO"],
    change: works("updateAuditing", (body) =>
      body["enabled"] === false ? { ...body, auditAuthorizationSuccess: false } : body,
    ),
    probe: [["updateAuditing", { json: { enabled: false, auditAuthorizationSuccess: true } }]],
  },
  {
    id: "KE-27",
    text: "A configuration that is created without matchers gets one.",
    violates: ["ALC-MATCHERS-NONE"],
    change: works("createAlertConfig", (body) => ("matchers" in body ? body : { ...body, matchers: [MATCHER] })),
    probe: [["createAlertConfig", { json: CONFIG }]],
  },
]);
