import { type OperationId, operations } from "@plumbline/schemas";
import { fieldsOf } from "../rules/members.ts";
import { type Fault, layer } from "./fault.ts";
import { numberOf } from "./number-of.ts";
import type { Probe } from "./probe.ts";

type Answers = ReturnType<Fault["change"]>["answers"];

/** Replaces the answer of an empty list, on its first page. */
const whereEmpty =
  (id: OperationId, instead: (body: unknown) => ReturnType<NonNullable<Answers>>): Fault["change"] =>
  ({ answers }) => ({
    answers: (operation, body, given) =>
      operation.id === id && isEmpty(body) && Number(given.get("pageNum") ?? 1) === 1
        ? instead(body)
        : answers(operation, body, given),
  });

function isEmpty(body: unknown): boolean {
  if (Array.isArray(body)) return body.length === 0;
  const lists = Object.values(fieldsOf(body)).filter(Array.isArray);
  return lists.length > 0 && lists.every((list) => list.length === 0);
}

/** The answer of a server that crashes on an empty list. */
const UNEXPECTED = {
  status: 500,
  body: {
    detail: "The service met an unexpected error.",
    error: 500,
    errorCode: "UNEXPECTED_ERROR",
    reason: "Internal Server Error",
  },
};

/** In the project with engines of several ages, which has no records in most lists. */
const inOldProject =
  (id: OperationId): Probe =>
  ({ reference: { world } }) => [[id, { path: { groupId: world.oldEngineProjectId } }]];
/** On a cluster without any history. */
const onPlainCluster = (id: OperationId): Probe => [[id, { path: { clusterName: "Reports0" } }]];

/** Lists that can be empty, each with a request to a place where the list is empty. */
const LISTS: readonly { readonly id: OperationId; readonly probe: Probe }[] = [
  { id: "listAlertConfigs", probe: inOldProject("listAlertConfigs") },
  {
    id: "listOpenAlertsOfConfig",
    probe: ({ reference: { world } }) => [
      ["listOpenAlertsOfConfig", { path: { alertConfigId: world.alertConfigIds.at(-1) ?? "" } }],
    ],
  },
  { id: "listAlerts", probe: inOldProject("listAlerts") },
  { id: "listCustomAnalyzers", probe: onPlainCluster("listCustomAnalyzers") },
  { id: "listExportBuckets", probe: inOldProject("listExportBuckets") },
  { id: "listExportJobs", probe: onPlainCluster("listExportJobs") },
  { id: "listRestoreJobs", probe: onPlainCluster("listRestoreJobs") },
  { id: "listSnapshots", probe: onPlainCluster("listSnapshots") },
  { id: "listShardedSnapshots", probe: [["listShardedSnapshots", { path: { clusterName: "Sharded1" } }]] },
  { id: "listMigratableProjects", probe: [["listMigratableProjects"]] },
  { id: "listCloudAccessRoles", probe: inOldProject("listCloudAccessRoles") },
  { id: "listSearchIndexes", probe: [["listSearchIndexes", { path: { collectionName: "nothing" } }]] },
];

/** For each list that can be empty, a server that fails if it is; three more give an empty list a wrong form. */
export const emptyListFaults = layer("empty lists", [
  ...LISTS.map(({ id, probe }) => ({
    id: `EL-${numberOf(id)}`,
    text: `${operations[id].title}: an empty list is answered 500.`,
    // The rules on the parameters of a list also address empty places, except the rule of search indexes.
    violates: [...(id === "listSearchIndexes" ? [] : [`OP${numberOf(id)}-PARAMS`]), "ERR-NO-500"],
    shownOn: [id],
    change: whereEmpty(id, () => UNEXPECTED),
    probe,
  })),
  {
    id: "EL-90",
    text: "The list of custom analyzers is answered 404 if the cluster has none.",
    violates: ["OP15-PARAMS"],
    change: whereEmpty("listCustomAnalyzers", () => ({
      status: 404,
      body: { ...UNEXPECTED.body, error: 404, errorCode: "ANALYZERS_NOT_FOUND", reason: "Not Found" },
    })),
    probe: onPlainCluster("listCustomAnalyzers"),
  },
  {
    id: "EL-91",
    text: "The list of custom analyzers is null if the cluster has none.",
    violates: ["OP15-RESP"],
    change: whereEmpty("listCustomAnalyzers", () => ({ status: 200, body: null })),
    probe: onPlainCluster("listCustomAnalyzers"),
  },
  {
    id: "EL-92",
    text: "An empty list of export buckets has no results member.",
    violates: ["PAGE-SHAPE"],
    shownOn: ["listExportBuckets"],
    change: whereEmpty("listExportBuckets", (body) => {
      const { results: _results, ...rest } = fieldsOf(body);
      return { status: 200, body: rest };
    }),
    probe: inOldProject("listExportBuckets"),
  },
]);
