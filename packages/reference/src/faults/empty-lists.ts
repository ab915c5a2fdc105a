import { type OperationId, operations } from "@plumbline/schemas";
import { fieldsOf } from "../rules/members.ts";
import { type Fault, layer } from "./fault.ts";
import { numberOf } from "./number-of.ts";

type Answers = ReturnType<Fault["change"]>["answers"];

/** Another answer where a list holds nothing, on whichever page but those beyond its end. */
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

/** What a server says that stumbles over nothing. */
const UNEXPECTED = {
  status: 500,
  body: {
    detail: "The service met an unexpected error.",
    error: 500,
    errorCode: "UNEXPECTED_ERROR",
    reason: "Internal Server Error",
  },
};

/** Lists of places that may have none of what is listed, and the rules beside ERR-NO-500 that ask for such a one. */
const LISTS: readonly (readonly [OperationId, readonly string[]])[] = [
  ...(
    [
      "listAlertConfigs",
      "listOpenAlertsOfConfig",
      "listAlerts",
      "listCustomAnalyzers",
      "listExportBuckets",
      "listExportJobs",
      "listRestoreJobs",
      "listSnapshots",
      "listShardedSnapshots",
      "listMigratableProjects",
      "listCloudAccessRoles",
    ] as const
  ).map((id) => [id, [`OP${numberOf(id)}-PARAMS`]] as const),
  ["listSearchIndexes", []],
];

export const emptyListFaults = layer("empty lists", [
  ...LISTS.map(([id, seenBy]) => ({
    id: `EL-${numberOf(id)}`,
    text: `${operations[id].title}: a list that holds nothing is answered 500.`,
    violates: [...seenBy, "ERR-NO-500"],
    shownOn: [id],
    change: whereEmpty(id, () => UNEXPECTED),
  })),
  {
    id: "EL-90",
    text: "A cluster without custom analyzers is answered 404.",
    violates: ["OP15-PARAMS"],
    change: whereEmpty("listCustomAnalyzers", () => ({
      status: 404,
      body: { ...UNEXPECTED.body, error: 404, errorCode: "ANALYZERS_NOT_FOUND", reason: "Not Found" },
    })),
  },
  {
    id: "EL-91",
    text: "The list of the custom analyzers of a cluster that has none is null.",
    violates: ["OP15-RESP"],
    change: whereEmpty("listCustomAnalyzers", () => ({ status: 200, body: null })),
  },
  {
    id: "EL-92",
    text: "A list of export buckets that holds nothing has no results.",
    violates: ["PAGE-SHAPE"],
    shownOn: ["listExportBuckets"],
    change: whereEmpty("listExportBuckets", (body) => {
      const { results: _results, ...rest } = fieldsOf(body);
      return { status: 200, body: rest };
    }),
  },
]);
