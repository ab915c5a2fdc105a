import { type OperationId, operations } from "@plumbline/schemas";
import type { Behaviour } from "../decisions/behaviour.ts";
import type { Fields } from "../records/fields.ts";
import { fieldsOf, listMember, textMember } from "../rules/members.ts";
import { BUCKET, CONFIG, INDEX } from "./bodies.ts";
import { type Fault, type FaultRecord, layer } from "./fault.ts";
import type { Asked, Probe } from "./probe.ts";

/*
 * Mistakes that show only when two answers are compared: two versions with separate stores that drift apart, totals
 * that the server counts separately from their lists, and writes that also reach other records.
 */

/** The operations on records of one kind, which both versions have. */
interface Both {
  readonly name: string;
  readonly id: "id" | "_id";
  readonly create: OperationId;
  readonly list: OperationId;
  /** The other operations on these records. */
  readonly others: readonly OperationId[];
  readonly make: Asked;
}

const CONFIGS: Both = {
  name: "alert configuration",
  id: "id",
  create: "createAlertConfig",
  list: "listAlertConfigs",
  others: ["getAlertConfig", "updateAlertConfig", "setAlertConfigEnabled", "deleteAlertConfig"],
  make: ["createAlertConfig", { json: CONFIG }],
};
const BUCKETS: Both = {
  name: "export bucket",
  id: "_id",
  create: "createExportBucket",
  list: "listExportBuckets",
  others: ["getExportBucket", "deleteExportBucket"],
  make: ["createExportBucket", { json: BUCKET }],
};
const SNAPSHOTS: Both = {
  name: "snapshot",
  id: "id",
  create: "takeSnapshot",
  list: "listSnapshots",
  others: ["getSnapshot", "changeSnapshotExpiration", "deleteSnapshot"],
  make: ["takeSnapshot", { json: { description: "x", retentionInDays: 1 } }],
};
const JOBS: Both = {
  name: "restore job",
  id: "id",
  create: "createRestoreJob",
  list: "listRestoreJobs",
  others: ["getRestoreJob", "cancelRestoreJob"],
  make: ["createRestoreJob", { json: { deliveryType: "download" } }],
};

const operationsOf = ({ create, list, others }: Both): readonly OperationId[] => [create, list, ...others];

const idOf = (record: unknown, { id }: Both): string => textMember(fieldsOf(record), id) ?? "";

/** A list with other records, and the total adjusted to them. */
function withResults(body: unknown, results: readonly unknown[]): Fields {
  const { totalCount, ...list } = fieldsOf(body);
  const more = results.length - listMember(list, "results").length;
  return { ...list, results, ...(typeof totalCount === "number" && { totalCount: totalCount + more }) };
}

/** Version 1.0 lacks the records that version 2 created since the server started. */
const hidesFromOlder =
  (both: Both): Fault["change"] =>
  ({ answers }) => {
    const made = new Set<string>();
    return {
      answers: (operation, body, given, version) => {
        const answer = answers(operation, body, given, version);
        if (operation.id === both.create && version === "2") made.add(idOf(answer.body, both));
        if (operation.id !== both.list || version !== "1.0") return answer;
        const left = listMember(fieldsOf(answer.body), "results").filter((record) => !made.has(idOf(record, both)));
        return { ...answer, body: withResults(answer.body, left) };
      },
    };
  };

/** Version 1.0 still lists records that version 2 created and removed. */
const keepsInOlder =
  (both: Both): Fault["change"] =>
  ({ answers }) => {
    const made = new Map<string, unknown>();
    return {
      answers: (operation, body, given, version) => {
        const answer = answers(operation, body, given, version);
        if (operation.id === both.create && version === "2") made.set(idOf(answer.body, both), answer.body);
        if (operation.id !== both.list || version !== "1.0") return answer;
        const results = listMember(fieldsOf(answer.body), "results");
        const shown = new Set(results.map((record) => idOf(record, both)));
        const ghosts = [...made].filter(([id]) => !shown.has(id)).map(([, record]) => record);
        return { ...answer, body: withResults(answer.body, [...results, ...ghosts]) };
      },
    };
  };

/** Version 1.0 shows a record as it was created, or as version 1.0 last wrote it. */
const showsAsMade =
  (get: OperationId, writes: readonly OperationId[]): Fault["change"] =>
  ({ answers }) => {
    const known = new Map<string, unknown>();
    return {
      answers: (operation, body, given, version) => {
        const answer = answers(operation, body, given, version);
        const id = textMember(fieldsOf(answer.body), "id") ?? "";
        if (operation.id === writes[0] || (writes.includes(operation.id) && version === "1.0"))
          known.set(id, answer.body);
        if (operation.id !== get || version !== "1.0") return answer;
        return { ...answer, body: known.get(id) ?? answer.body };
      },
    };
  };

/** Each new snapshot extends the expiration of the earlier ones by a day. */
function prolongs({ answers }: Behaviour): Partial<Behaviour> {
  const later = new Map<string, number>();
  const shown = (record: Fields): Fields => {
    const days = later.get(textMember(record, "id") ?? "") ?? 0;
    const expires = Date.parse(textMember(record, "expiresAt") ?? "");
    if (days === 0 || Number.isNaN(expires)) return record;
    return { ...record, expiresAt: new Date(expires + days * DAY).toISOString() };
  };
  return {
    answers: (operation, body, given, version) => {
      const answer = answers(operation, body, given, version);
      if (operation.id === "takeSnapshot") {
        for (const [id, days] of later) later.set(id, days + 1);
        later.set(textMember(fieldsOf(answer.body), "id") ?? "", 0);
      }
      if (operation.id === "getSnapshot") return { ...answer, body: shown(fieldsOf(answer.body)) };
      if (operation.id !== "listSnapshots") return answer;
      return { ...answer, body: withResults(answer.body, listMember(fieldsOf(answer.body), "results").map(shown)) };
    },
  };
}
const DAY = 86_400_000;
const HOUR = 3_600_000;

/** A record with its creation and update some milliseconds later. */
function laterBy(milliseconds: number, record: Fields): Fields {
  const moved = ["created", "updated"].flatMap((name) => {
    const moment = Date.parse(textMember(record, name) ?? "");
    return Number.isNaN(moment) ? [] : [[name, new Date(moment + milliseconds).toISOString()]];
  });
  return { ...record, ...Object.fromEntries(moved) };
}

/** The total of a list never falls below its maximum so far. */
const neverFalls =
  (list: OperationId): Fault["change"] =>
  ({ answers }) => {
    let highest = 0;
    return {
      answers: (operation, body, given, version) => {
        const answer = answers(operation, body, given, version);
        const { totalCount } = fieldsOf(answer.body);
        if (operation.id !== list || typeof totalCount !== "number") return answer;
        highest = Math.max(highest, totalCount);
        return { ...answer, body: { ...fieldsOf(answer.body), totalCount: highest } };
      },
    };
  };

const MONITORED = { typeName: "MONITORING_PLATFORM", monitoringApiKey: "a1".repeat(16), monitoringRegion: "US" };

const older = (list: OperationId): Asked => [list, { version: "1.0", query: "itemsPerPage=500" }];

/** Creates a record in version 2, and lists the kind in version 1.0. */
const makesAndLists =
  ({ list, make }: Both): Probe =>
  async ({ ask }) =>
    ask(make, older(list));

/** Creates a record in version 2, removes it, and lists the kind in version 1.0. */
const removesAndLists =
  (both: Both, remove: OperationId, parameter: string): Probe =>
  async ({ ask }) => {
    const [made] = await ask(both.make);
    return ask([remove, { path: { [parameter]: idOf(made?.json, both) } }], older(both.list));
  };

/** Creates an index with a name, and reads it by that name. */
const readsIndex =
  (name: string): Probe =>
  async ({ ask }) => {
    const { collectionName, database } = INDEX;
    const path = { databaseName: database, collectionName, indexName: name };
    return ask(
      ["createSearchIndex", { json: { collectionName, database, name, definition: { mappings: { dynamic: true } } } }],
      ["getSearchIndexByName", { path }],
    );
  };

const REMOVED: readonly (readonly [Both, OperationId, string])[] = [
  [CONFIGS, "deleteAlertConfig", "alertConfigId"],
  [BUCKETS, "deleteExportBucket", "exportBucketId"],
  [SNAPSHOTS, "deleteSnapshot", "snapshotId"],
];

const numbered = (prefix: string, all: readonly Omit<FaultRecord, "id">[]): readonly FaultRecord[] =>
  all.map((fault, at) => ({ id: `${prefix}-${String(at + 1).padStart(2, "0")}`, ...fault }));

/** Mistakes that show only when two answers are compared: two versions, a total and its list, or two records. */
export const recordFaults: readonly Fault[] = layer("records", [
  ...numbered(
    "RM",
    [CONFIGS, BUCKETS, SNAPSHOTS, JOBS].map((both) => ({
      text: `${operations[both.list].title}: version 1.0 does not show any ${both.name} that was created in version 2.`,
      violates: ["REC-THERE"],
      inPassing: ["EXB-KEPT", "REC-COUNT", "RST-AUTOMATED", "RST-KEPT", "RST-POINT-IN-TIME"],
      shownOn: operationsOf(both),
      change: hidesFromOlder(both),
      probe: makesAndLists(both),
    })),
  ),
  ...numbered(
    "RG",
    REMOVED.map(([both, remove, parameter]) => ({
      text: `${operations[both.list].title}: version 1.0 still shows each removed ${both.name} that was created in version 2.`,
      violates: ["REC-GONE"],
      inPassing: [
        "ALC-KEPT",
        "PAGE-ITEMS-DEFAULT",
        "REC-BESIDE",
        "REC-COUNT",
        "REC-ELSEWHERE",
        "REC-REFUSED",
        "REC-UNTOUCHED",
        "REC-VIEWS",
      ],
      shownOn: operationsOf(both),
      change: keepsInOlder(both),
      probe: removesAndLists(both, remove, parameter),
    })),
  ),
  {
    id: "RV-01",
    text: "Version 1.0 shows an alert configuration as it was created, without later changes in version 2.",
    violates: ["REC-VIEWS"],
    inPassing: ["ALC-KEPT", "REC-TURNS"],
    shownOn: operationsOf(CONFIGS),
    change: showsAsMade("getAlertConfig", ["createAlertConfig", "updateAlertConfig", "setAlertConfigEnabled"]),
    probe: async ({ ask }) => {
      const [made] = await ask(CONFIGS.make);
      const path = { alertConfigId: idOf(made?.json, CONFIGS) };
      return ask(
        ["setAlertConfigEnabled", { path, json: { enabled: true } }],
        ["getAlertConfig", { version: "1.0", path }],
      );
    },
  },
  {
    id: "RW-01",
    text: "Version 1.0 stores a custom DNS setting of its own.",
    violates: ["REC-TURNS"],
    inPassing: ["REC-VIEWS"],
    shownOn: ["getCustomDns", "updateCustomDns"],
    change: ({ answers }) => {
      let own: unknown;
      return {
        answers: (operation, body, given, version) => {
          const answer = answers(operation, body, given, version);
          if (version !== "1.0") return answer;
          if (operation.id === "updateCustomDns") own = answer.body;
          return operation.id === "getCustomDns" ? { ...answer, body: own ?? answer.body } : answer;
        },
      };
    },
    probe: [
      ["updateCustomDns", { version: "1.0", json: { enabled: true } }],
      ["updateCustomDns", { json: { enabled: false } }],
      ["getCustomDns", { version: "1.0" }],
    ],
  },
  {
    id: "RW-02",
    text: "Alert configurations show created and updated two hours late.",
    violates: ["REC-MOMENT-UTC"],
    shownOn: operationsOf(CONFIGS),
    change: ({ answers }) => ({
      answers: (operation, body, given, version) => {
        const answer = answers(operation, body, given, version);
        if (!operationsOf(CONFIGS).includes(operation.id)) return answer;
        if (operation.id !== CONFIGS.list) return { ...answer, body: laterBy(2 * HOUR, fieldsOf(answer.body)) };
        const results = listMember(fieldsOf(answer.body), "results").map((one) => laterBy(2 * HOUR, one));
        return { ...answer, body: withResults(answer.body, results) };
      },
    }),
    probe: [CONFIGS.make],
  },
  {
    id: "RW-03",
    text: "A read of an index by its name shows the name percent-encoded.",
    violates: ["SRCH-NAME-ENCODED"],
    inPassing: ["GEN-RECORD-ADDRESSED", "REC-VIEWS"],
    change: ({ answers }) => ({
      answers: (operation, body, given, version) => {
        const answer = answers(operation, body, given, version);
        const name = textMember(fieldsOf(answer.body), "name");
        if (operation.id !== "getSearchIndexByName" || name === undefined) return answer;
        return { ...answer, body: { ...fieldsOf(answer.body), name: encodeURIComponent(name) } };
      },
    }),
    probe: readsIndex("a b"),
  },
  {
    id: "RW-09",
    text: "A plus sign in a path is read as a space.",
    violates: ["SRCH-NAME-ENCODED"],
    change: ({ segment }) => ({ segment: (raw) => segment(raw.replaceAll("+", "%20")) }),
    probe: async ({ ask, challenge, digest, reference, send, url }) => {
      const { collectionName, database } = INDEX;
      const definition = { mappings: { dynamic: true } };
      const path = { databaseName: database, collectionName, indexName: "a+b" };
      await ask(["createSearchIndex", { json: { collectionName, database, name: "a+b", definition } }]);
      const plus = url("getSearchIndexByName", { path }).replaceAll("%2B", "+");
      const authorization = digest(reference.keys.all, await challenge(), { url: plus });
      return [await send(plus, { headers: { authorization } })];
    },
  },
  {
    id: "RW-04",
    text: "A new index shows the definition of the first index that was created with its name.",
    violates: ["REC-AGAIN", "SRCH-NAME-AGAIN"],
    inPassing: ["REC-VIEWS"],
    change: ({ answers }) => {
      const first = new Map<string, Fields>();
      return {
        answers: (operation, body, given, version) => {
          const answer = answers(operation, body, given, version);
          const index = fieldsOf(answer.body);
          const name = textMember(index, "name") ?? "";
          if (operation.id === "createSearchIndex" && version === "2" && !first.has(name)) first.set(name, index);
          const known = first.get(name);
          const isAnother = known !== undefined && known["indexID"] !== index["indexID"];
          if (operation.id !== "getSearchIndexById" || !isAnother) return answer;
          return { ...answer, body: { ...index, latestDefinition: known["latestDefinition"] } };
        },
      };
    },
    probe: async ({ ask }) => {
      const { database, name } = INDEX;
      const make = (collectionName: string, dynamic: boolean): Asked => [
        "createSearchIndex",
        { json: { collectionName, database, name, definition: { mappings: { dynamic } } } },
      ];
      const [, again] = await ask(make("goods", true), make("others", false));
      return ask(["getSearchIndexById", { path: { indexId: textMember(fieldsOf(again?.json), "indexID") ?? "" } }]);
    },
  },
  {
    id: "RW-06",
    text: "An update of an index by its name also changes indexes with that name in other collections.",
    violates: ["SRCH-NAMES-APART"],
    inPassing: ["REC-VIEWS", "REC-UNTOUCHED", "SIDE-ACCEPTED"],
    change: ({ answers }) => {
      const last = new Map<string, Fields>();
      return {
        answers: (operation, body, given, version) => {
          const answer = answers(operation, body, given, version);
          const index = fieldsOf(answer.body);
          const name = textMember(index, "name") ?? "";
          if (operation.id === "updateSearchIndexByName") last.set(name, index);
          const known = last.get(name);
          const isTwin = known !== undefined && known["collectionName"] !== index["collectionName"];
          if (operation.id !== "getSearchIndexById" || !isTwin) return answer;
          return { ...answer, body: { ...index, latestDefinition: known["latestDefinition"] } };
        },
      };
    },
    probe: async ({ ask }) => {
      const make = (collectionName: string): Asked => [
        "createSearchIndex",
        { json: { ...INDEX, collectionName, definition: { mappings: { dynamic: true } } } },
      ];
      const [first, second] = await ask(make("goods"), make("others"));
      const path = { databaseName: INDEX.database, collectionName: "goods", indexName: INDEX.name };
      const json = { definition: { mappings: { dynamic: false } } };
      const id = (reply: typeof first): string => textMember(fieldsOf(reply?.json), "indexID") ?? "";
      return ask(
        ["updateSearchIndexByName", { path, json }],
        ["getSearchIndexById", { path: { indexId: id(second) } }],
      );
    },
  },
  {
    id: "RW-07",
    text: "Cancelling a restore job also cancels the other restore jobs of its snapshot.",
    violates: ["SIDE-ACCEPTED"],
    inPassing: ["REC-UNTOUCHED", "REC-VIEWS", "RST-CANCEL-EFFECT"],
    shownOn: operationsOf(JOBS),
    change: ({ backup }) => {
      const ended = new Set<unknown>();
      return {
        backup: {
          ...backup,
          cancels: (job) => {
            if (backup.cancels(job)) ended.add(job.snapshotId);
            return backup.cancels(job);
          },
          showRestore: (job) => {
            const shown = backup.showRestore(job);
            return ended.has(shown["snapshotId"]) ? { ...shown, cancelled: true } : shown;
          },
        },
      };
    },
    probe: async ({ ask }) => {
      const [first] = await ask(JOBS.make, JOBS.make);
      const restoreJobId = textMember(fieldsOf(first?.json), "id") ?? "";
      return ask(["cancelRestoreJob", { path: { restoreJobId } }], ["listRestoreJobs"]);
    },
  },
  {
    id: "RW-05",
    text: "The answer to an update of an alert configuration shows the sent key unmasked.",
    violates: ["REC-KEY-MASKED"],
    inPassing: ["ALC-KEY-MASKED", "REC-VIEWS"],
    shownOn: operationsOf(CONFIGS),
    change: ({ answers, keeps }) => {
      let sent: unknown;
      return {
        keeps: (body, asked) => {
          const kept = keeps(body, asked);
          if (asked.id === "updateAlertConfig") sent = fieldsOf(kept)["notifications"];
          return kept;
        },
        answers: (operation, body, given, version) => {
          const answer = answers(operation, body, given, version);
          if (operation.id !== "updateAlertConfig") return answer;
          return { ...answer, body: { ...fieldsOf(answer.body), notifications: sent } };
        },
      };
    },
    probe: [["updateAlertConfig", { json: { ...CONFIG, notifications: [MONITORED] } }]],
  },
  {
    id: "RW-08",
    text: "The answer to a toggle shows the key of the configuration unmasked.",
    violates: ["REC-KEY-MASKED", "ALC-KEY-MASKED"],
    inPassing: ["REC-VIEWS"],
    shownOn: operationsOf(CONFIGS),
    change: ({ answers, keeps }) => {
      const sent = new Map<string, unknown>();
      let last: unknown;
      return {
        keeps: (body, asked) => {
          const kept = keeps(body, asked);
          if (asked.id === "createAlertConfig") last = fieldsOf(kept)["notifications"];
          return kept;
        },
        answers: (operation, body, given, version) => {
          const answer = answers(operation, body, given, version);
          const id = idOf(answer.body, CONFIGS);
          if (operation.id === "createAlertConfig") sent.set(id, last);
          if (operation.id !== "setAlertConfigEnabled" || !sent.has(id)) return answer;
          return { ...answer, body: { ...fieldsOf(answer.body), notifications: sent.get(id) } };
        },
      };
    },
    probe: async ({ ask }) => {
      const [made] = await ask(["createAlertConfig", { json: { ...CONFIG, notifications: [MONITORED] } }]);
      const path = { alertConfigId: idOf(made?.json, CONFIGS) };
      return ask(["setAlertConfigEnabled", { path, json: { enabled: true } }]);
    },
  },
  {
    id: "RU-01",
    text: "Taking a snapshot extends the expiry of every earlier one by a day.",
    violates: ["REC-UNTOUCHED"],
    // A snapshot may be taken while another rule watches its neighbours.
    inPassing: ["SIDE-ACCEPTED"],
    shownOn: operationsOf(SNAPSHOTS),
    change: prolongs,
    probe: async ({ ask, reference: { world } }) => {
      const path = { clusterName: world.backup.shardedClusterName };
      const [made] = await ask(SNAPSHOTS.make);
      const another: Asked = ["takeSnapshot", { path, json: {} }];
      return ask(another, ["getSnapshot", { path: { snapshotId: idOf(made?.json, SNAPSHOTS) } }]);
    },
  },
  {
    id: "RC-01",
    text: "The totalCount of alert configurations never decreases.",
    violates: ["REC-COUNT"],
    shownOn: operationsOf(CONFIGS),
    change: neverFalls("listAlertConfigs"),
    probe: async ({ ask }) => {
      const [made] = await ask(CONFIGS.make, older("listAlertConfigs"));
      const path = { alertConfigId: idOf(made?.json, CONFIGS) };
      return ask(["deleteAlertConfig", { path }], older("listAlertConfigs"));
    },
  },
  {
    id: "RC-02",
    text: "The totalCount of snapshots never decreases.",
    violates: ["REC-COUNT"],
    shownOn: operationsOf(SNAPSHOTS),
    change: neverFalls("listSnapshots"),
    probe: async ({ ask }) => {
      const [made] = await ask(SNAPSHOTS.make, older("listSnapshots"));
      const path = { snapshotId: idOf(made?.json, SNAPSHOTS) };
      return ask(["deleteSnapshot", { path }], older("listSnapshots"));
    },
  },
]);
