import type { OperationId } from "@plumbline/schemas";
import type { Fields } from "../records/fields.ts";
import { WAITING } from "../rules/backup.ts";
import { fieldsOf, listMember, textMember } from "../rules/members.ts";
import { decides } from "./backup-decisions.ts";
import { layer } from "./fault.ts";
import { overlooks, within } from "./overlooks.ts";
import type { Asked, Probe } from "./probe.ts";
import { onOwn } from "./requests.ts";
import { scheduleFaults } from "./schedules.ts";

const TAKE: readonly OperationId[] = ["takeSnapshot"];

const listsSharded: Probe = ({ reference: { world } }) => [
  ["listShardedSnapshots", { path: { clusterName: world.backup.shardedClusterName } }],
];

const takesSnapshot = (json: object): Probe => [["takeSnapshot", { json }]];

const expiresOwn = (json: object): Probe =>
  onOwn(["takeSnapshot", { json: {} }], "snapshotId", ["changeSnapshotExpiration", { json }]);

/** Takes a snapshot of the sharded cluster, deletes it and reads it as one of a sharded cluster. */
const deletesSharded =
  (remove: "deleteShardedSnapshot" | "deleteSnapshot"): Probe =>
  async ({ reference: { world }, ask }) => {
    const path = { clusterName: world.backup.shardedClusterName };
    const [taken] = await ask(["takeSnapshot", { json: {}, path }]);
    const own = { path: { ...path, snapshotId: String(fieldsOf(taken?.json)["id"]) } };
    return ask([remove, own], ["getShardedSnapshot", own]);
  };

/** Mistakes in backup schedules and in snapshots of clusters and serverless instances. */
export const snapshotFaults = layer("snapshots", [
  ...scheduleFaults,
  {
    id: "SN-20",
    text: "engineDaemonVersion of a snapshot is a number.",
    violates: ["SNP-FIELDS"],
    change: decides(({ showSnapshot }) => ({
      showSnapshot: (snapshot) => ({ ...showSnapshot(snapshot), engineDaemonVersion: 8 }),
    })),
    probe: [["getSnapshot"]],
  },
  {
    id: "SN-21",
    text: "engineDaemonVersion of a sharded cluster's snapshot is a number.",
    violates: ["SNP-SHARDED-FIELDS"],
    change: decides(({ showSharded }) => ({
      showSharded: (snapshot) => ({ ...showSharded(snapshot), engineDaemonVersion: 8 }),
    })),
    probe: listsSharded,
  },
  {
    id: "SN-22",
    text: "The list of a sharded cluster's snapshots has an object in results.",
    violates: ["PAGE-SHARDED-LIST", "ENV-LIST-CONTENT"],
    change: decides(() => ({ showShardedList: (results) => ({ results: { ...results } }) })),
    probe: listsSharded,
  },
  {
    id: "SN-23",
    text: "retentionInDays of a snapshot accepts any value.",
    violates: ["SNP-RETENTION"],
    change: overlooks(TAKE, within("retentionInDays")),
    probe: takesSnapshot({ retentionInDays: 0 }),
  },
  {
    id: "SN-24",
    text: "The description of a snapshot accepts any value.",
    violates: ["SNP-DESCRIPTION"],
    change: overlooks(TAKE, within("description")),
    probe: takesSnapshot({ description: 5 }),
  },
  {
    id: "SN-25",
    text: "The list does not contain on-demand snapshots.",
    violates: ["SNP-TAKE", "SNP-KEPT"],
    change: decides(({ lists }) => ({ lists: (snapshot) => lists(snapshot) && !snapshot.onDemand })),
    probe: [
      ["takeSnapshot", { json: {} }],
      ["listSnapshots", { query: "itemsPerPage=500" }],
    ],
  },
  {
    id: "SN-26",
    text: "Any number of snapshots can be taken at once.",
    violates: ["SNP-ONE-AT-A-TIME"],
    change: decides(() => ({ blocks: () => false })),
    probe: [
      ["takeSnapshot", { json: {} }],
      ["takeSnapshot", { json: {} }],
    ],
  },
  {
    id: "SN-40",
    text: "A snapshot can be taken as soon as the previous one has left the queue.",
    violates: ["SNP-ONE-AT-A-TIME"],
    change: decides(({ blocks, statusOf }) => ({
      blocks: (snapshot, now) => blocks(snapshot, now) && statusOf(snapshot, now) === "queued",
    })),
    probe: async ({ reference: { clock }, ask }) => {
      await ask(["takeSnapshot", { json: {} }]);
      clock.advance(WAITING);
      return ask(["takeSnapshot", { json: {} }]);
    },
  },
  {
    id: "SN-27",
    text: "Deleting a snapshot does not remove it.",
    violates: ["SNP-DELETE"],
    inPassing: ["REC-GONE"],
    change: decides(() => ({ removesSnapshot: () => false })),
    probe: onOwn(["takeSnapshot", { json: {} }], "snapshotId", ["deleteSnapshot"], ["getSnapshot"]),
  },
  {
    id: "SN-28",
    text: "A change of a snapshot's expiration is not validated, and an invalid one changes nothing.",
    violates: ["SNP-EXPIRY-REQUIRED", "ERR-MALFORMED-JSON", "ERR-BODY-KIND", "GEN-MEMBER-KIND", "GEN-NULL-REQUIRED"],
    change: overlooks(["changeSnapshotExpiration"], () => true),
    probe: expiresOwn({ retentionUnit: "HOURS", retentionValue: 5 }),
  },
  {
    id: "SN-32",
    text: "A retentionUnit of YEARS is refused.",
    violates: ["SNP-EXPIRY-REQUIRED"],
    change: ({ objections }) => ({
      objections: (found, sent) =>
        fieldsOf(sent.body)["retentionUnit"] === "YEARS"
          ? [{ pointer: "/retentionUnit", keyword: "enum", expected: "a shorter unit", received: "YEARS" }]
          : objections(found, sent),
    }),
    probe: expiresOwn({ retentionUnit: "YEARS", retentionValue: 5 }),
  },
  {
    id: "SN-29",
    text: "Changing the expiration of a snapshot changes nothing.",
    violates: ["SNP-EXPIRY-EFFECT"],
    change: decides(({ expiry }) => ({
      expiry: (snapshot, days, now) => (snapshot.onDemand ? snapshot.expires : expiry(snapshot, days, now)),
    })),
    probe: expiresOwn({ retentionUnit: "YEARS", retentionValue: 5 }),
  },
  {
    id: "SN-31",
    text: "Changing the expiration of a snapshot also moves its createdAt by a minute.",
    violates: ["SNP-EXPIRY-EFFECT"],
    change: decides(({ withExpiry }) => ({
      withExpiry: (snapshot, expires) => ({ ...withExpiry(snapshot, expires), created: snapshot.created + 60_000 }),
    })),
    probe: expiresOwn({ retentionUnit: "DAYS", retentionValue: 5 }),
  },
  {
    id: "SN-73",
    text: "The list of snapshots still shows the expiresAt from before the first change of the expiration.",
    violates: ["SNP-EXPIRY-EFFECT"],
    inPassing: ["REC-VIEWS", "REC-TURNS"],
    change: ({ answers, backup }) => {
      const first = new Map<unknown, unknown>();
      return {
        backup: {
          ...backup,
          withExpiry: (snapshot, expires) => {
            if (!first.has(snapshot.id)) first.set(snapshot.id, new Date(snapshot.expires).toISOString());
            return backup.withExpiry(snapshot, expires);
          },
        },
        answers: (operation, body, given, version) => {
          const answer = answers(operation, body, given, version);
          if (operation.id !== "listSnapshots") return answer;
          const results = listMember(fieldsOf(answer.body), "results").map((one) => {
            const snapshot = fieldsOf(one);
            return first.has(snapshot["id"]) ? { ...snapshot, expiresAt: first.get(snapshot["id"]) } : snapshot;
          });
          return { ...answer, body: { ...fieldsOf(answer.body), results } };
        },
      };
    },
    probe: async ({ ask }) => {
      const [made] = await ask(["takeSnapshot", { json: { description: "own", retentionInDays: 1 } }]);
      const path = { snapshotId: textMember(fieldsOf(made?.json), "id") ?? "" };
      return ask(
        ["changeSnapshotExpiration", { path, json: { retentionUnit: "YEARS", retentionValue: 5 } }],
        ["listSnapshots", { query: "itemsPerPage=500" }],
      );
    },
  },
  {
    id: "SN-74",
    text: "Lists of snapshots come from a cache, which is renewed by a new snapshot or status, but not by another expiration.",
    violates: ["SNP-EXPIRY-EFFECT"],
    inPassing: ["REC-VIEWS", "REC-TURNS"],
    change: ({ answers }) => {
      const cached = new Map<string, unknown>();
      return {
        answers: (operation, body, given, version) => {
          const answer = answers(operation, body, given, version);
          if (operation.id !== "listSnapshots") return answer;
          const results = listMember(fieldsOf(answer.body), "results").map((one) => {
            const { id, status, expiresAt } = fieldsOf(one);
            const key = `${id} ${status}`;
            if (!cached.has(key)) cached.set(key, expiresAt);
            return { ...fieldsOf(one), expiresAt: cached.get(key) };
          });
          return { ...answer, body: { ...fieldsOf(answer.body), results } };
        },
      };
    },
    probe: async ({ ask }) => {
      const [made] = await ask(["takeSnapshot", { json: { description: "own", retentionInDays: 1 } }]);
      const path = { snapshotId: textMember(fieldsOf(made?.json), "id") ?? "" };
      const list: Asked = ["listSnapshots", { query: "itemsPerPage=500" }];
      await ask(list);
      return ask(["changeSnapshotExpiration", { path, json: { retentionUnit: "YEARS", retentionValue: 5 } }], list);
    },
  },
  {
    id: "SN-30",
    text: "Deleting a snapshot of a sharded cluster does not remove it.",
    violates: ["SNP-SHARDED-DELETE"],
    inPassing: ["REC-GONE"],
    change: decides(({ removesSnapshot }) => ({
      removesSnapshot: (snapshot) => snapshot.kind !== "shardedCluster" && removesSnapshot(snapshot),
    })),
    probe: deletesSharded("deleteShardedSnapshot"),
  },
  {
    id: "SN-77",
    text: "A snapshot of a sharded cluster that is deleted as those of any cluster stays among the sharded ones.",
    violates: ["SNP-SHARDED-DELETE"],
    change: decides(() => ({
      leftAmongSharded: (snapshot) =>
        snapshot.kind === "shardedCluster" ? { ...snapshot, onlySharded: true } : undefined,
    })),
    probe: deletesSharded("deleteSnapshot"),
  },
  {
    id: "SN-78",
    text: "A snapshot of one cluster is refused while one of another cluster is being taken.",
    violates: ["SNP-ONE-AT-A-TIME"],
    change: decides(() => ({ waitsFor: () => undefined })),
    probe: ({ reference: { world } }) => [
      ["takeSnapshot", { json: {} }],
      ["takeSnapshot", { json: {}, path: { clusterName: world.backup.shardedClusterName } }],
    ],
  },
  {
    id: "SN-33",
    text: "The list of the snapshots of a cluster contains those of all clusters in the project.",
    violates: ["SNP-LIST-OWN", "GEN-RECORD-ELSEWHERE"],
    inPassing: ["REC-ELSEWHERE"],
    change: decides(() => ({ listsOf: () => undefined })),
    probe: [["listSnapshots", { query: "itemsPerPage=500" }]],
  },
  {
    id: "SN-35",
    text: "The list of the snapshots of a sharded cluster still shows deleted ones that it has shown before.",
    violates: ["SNP-SHARDED-DELETE"],
    change: decides(({ showShardedList }) => {
      const listed = new Map<unknown, Fields>();
      return {
        showShardedList: (results) => {
          for (const one of results) listed.set(one["id"], one);
          // The answer does not name the cluster, so an empty list stays empty.
          return showShardedList(results.length === 0 ? [] : [...listed.values()]);
        },
      };
    }),
    probe: async ({ reference: { world }, ask }) => {
      const path = { clusterName: world.backup.shardedClusterName };
      const [taken] = await ask(["takeSnapshot", { json: {}, path }], ["listShardedSnapshots", { path }]);
      const own = { path: { ...path, snapshotId: String(fieldsOf(taken?.json)["id"]) } };
      return ask(["deleteShardedSnapshot", own], ["listShardedSnapshots", { path }]);
    },
  },
  {
    id: "SN-37",
    text: "All on-demand snapshots show the description of the one that most recently appeared in an answer for the first time.",
    violates: ["REC-UNTOUCHED"],
    // The order of rules decides: a rule that sees side effects of a write stops using that operation.
    inPassing: ["SIDE-ACCEPTED", "SNP-KEPT"],
    shownOn: ["takeSnapshot", "deleteSnapshot", "changeSnapshotExpiration"],
    change: decides(({ showSnapshot }) => {
      const known = new Set<unknown>();
      let latest: unknown;
      return {
        showSnapshot: (snapshot) => {
          if (snapshot["snapshotType"] !== "onDemand") return showSnapshot(snapshot);
          if (!known.has(snapshot["id"])) latest = snapshot["description"];
          known.add(snapshot["id"]);
          return showSnapshot({ ...snapshot, description: latest });
        },
      };
    }),
    probe: async ({ reference: { clock }, ask }) => {
      const [taken] = await ask(["takeSnapshot", { json: { description: "first" } }]);
      // The snapshot is complete by then.
      clock.advance(600_000);
      const path = { snapshotId: String(fieldsOf(taken?.json)["id"]) };
      return ask(["takeSnapshot", { json: { description: "second" } }], ["getSnapshot", { path }]);
    },
  },
  {
    id: "SN-75",
    text: "Every member of a sharded snapshot is a copy of the first.",
    violates: ["REC-PARTS-APART"],
    change: decides(({ showSharded }) => ({
      showSharded: (snapshot) => {
        const members = listMember(snapshot, "members");
        return showSharded({ ...snapshot, members: members.map(() => members[0]) });
      },
    })),
    probe: listsSharded,
  },
  {
    id: "SN-38",
    text: "The list of the snapshots of a sharded cluster shows storageSizeBytes divided by 1024.",
    violates: ["REC-VIEWS"],
    shownOn: ["listShardedSnapshots", "getShardedSnapshot"],
    change: decides(({ showShardedList }) => ({
      showShardedList: (results) =>
        showShardedList(
          results.map((one) => ({ ...one, storageSizeBytes: Math.floor(Number(one["storageSizeBytes"]) / 1_024) })),
        ),
    })),
    probe: listsSharded,
  },
  {
    id: "SN-36",
    text: "Every snapshot of the project can be read through the path of a serverless instance.",
    violates: ["GEN-RECORD-ELSEWHERE"],
    change: decides(() => ({ readsOf: () => undefined })),
    probe: ({ reference: { world } }) => [
      [
        "getServerlessSnapshot",
        { path: { clusterName: world.backup.serverlessInstanceName, snapshotId: world.backup.snapshotIds[0] ?? "" } },
      ],
    ],
  },
  {
    id: "SN-76",
    text: "A complete snapshot can be changed and deleted under every cluster; before that, it is refused as too early.",
    violates: ["GEN-WRITE-ELSEWHERE"],
    change: decides(({ blocks }) => ({ changesOf: () => undefined, isLocked: blocks })),
    probe: ({ reference: { world } }) => [
      ["deleteSnapshot", { path: { clusterName: world.backup.shardedClusterName } }],
    ],
  },
  {
    id: "SN-34",
    text: "A snapshot can be changed and deleted under every cluster of its project.",
    violates: ["GEN-WRITE-ELSEWHERE"],
    change: decides(() => ({ changesOf: () => undefined })),
    probe: ({ reference: { world } }) => [
      ["deleteSnapshot", { path: { clusterName: world.backup.shardedClusterName } }],
    ],
  },
]);
