import { fieldsOf } from "../rules/members.ts";
import { BUCKET, INDEX } from "./bodies.ts";
import type { Asked, ProbeCall, Prober } from "./probe.ts";

/* Requests that the probes of several layers use. */

type Requests = readonly Asked[];

/** The same requests `count` times in a row, for rate limits. */
export const times = (count: number, requests: Requests): Requests =>
  Array.from({ length: count }, () => requests).flat();

/** Lists the alert configurations of the main project; the seeded world has 130 there, enough for many pages. */
export const listsConfigs = (query: string): Requests => [["listAlertConfigs", { query }]];
/** Creates an alert configuration in the main project from any body, valid or not. */
export const createsConfig = (json: unknown, headers = {}): Requests => [["createAlertConfig", { json, headers }]];
/** Switches a seeded configuration on or off and reads it afterwards. */
export const togglesConfig = (enabled: boolean): Requests => [
  ["setAlertConfigEnabled", { json: { enabled } }],
  ["getAlertConfig"],
];
/** Acknowledges a seeded alert and reads it afterwards. */
export const acknowledges = (json: unknown): Requests => [["acknowledgeAlert", { json }], ["getAlert"]];

/** Reads the access history of the main cluster with the filters of the query. */
export const readsHistory = (query: string): Requests => [["getAccessLogsByCluster", { query }]];
/** Reads the access history of a cluster by any name, well-formed or not. */
export const readsHistoryOf = (clusterName: string): Requests => [
  ["getAccessLogsByCluster", { path: { clusterName } }],
];

/** Asks for a token, by default with the valid form and the main service account. */
export const asksForToken = (body = "grant_type=client_credentials", call: ProbeCall = {}): Requests => [
  ["issueServiceToken", { body, ...call }],
];
/** Asks for the metrics targets of the main project as the metrics user. */
export const discovers: Requests = [["discoverMetricsTargets"]];

/** Creates a cluster, then lists up to 500 clusters, so that a list that changed shows the fault too. */
export const createsCluster = (json: unknown): Requests => [
  ["createCluster", { json }],
  ["listClusters", { query: "itemsPerPage=500" }],
];
/** Creates an index in the form without a definition. */
export const createsFlatIndex = (change: object): Requests => [
  ["createSearchIndexLegacy", { json: { ...INDEX, ...change } }],
];
/** Creates an export bucket from `BUCKET` with some members changed; an undefined member is not sent. */
export const createsBucket = (change: object): Requests => [["createExportBucket", { json: { ...BUCKET, ...change } }]];

/** Creates a record, then addresses it by the id in the answer. */
export const onOwn =
  (made: Asked, parameter: string, ...then: readonly Asked[]) =>
  async ({ ask }: Pick<Prober, "ask">) => {
    const [answer] = await ask(made);
    const path = { [parameter]: String(fieldsOf(answer?.json)[parameter === "exportBucketId" ? "_id" : "id"]) };
    return ask(...then.map(([operation, call]): Asked => [operation, { ...call, path }]));
  };
