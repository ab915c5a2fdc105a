import { fieldsOf } from "../rules/members.ts";
import { BUCKET, INDEX } from "./bodies.ts";
import type { Asked, ProbeCall, Prober } from "./probe.ts";

/*
 * Requests that the probes of several layers are made of.
 */

type Requests = readonly Asked[];

export const times = (count: number, requests: Requests): Requests =>
  Array.from({ length: count }, () => requests).flat();

export const listsConfigs = (query: string): Requests => [["listAlertConfigs", { query }]];
export const createsConfig = (json: unknown, headers = {}): Requests => [["createAlertConfig", { json, headers }]];
export const togglesConfig = (enabled: boolean): Requests => [
  ["setAlertConfigEnabled", { json: { enabled } }],
  ["getAlertConfig"],
];
export const acknowledges = (json: unknown): Requests => [["acknowledgeAlert", { json }], ["getAlert"]];

export const readsHistory = (query: string): Requests => [["getAccessLogsByCluster", { query }]];
export const readsHistoryOf = (clusterName: string): Requests => [
  ["getAccessLogsByCluster", { path: { clusterName } }],
];

export const asksForToken = (body = "grant_type=client_credentials", call: ProbeCall = {}): Requests => [
  ["issueServiceToken", { body, ...call }],
];
export const discovers: Requests = [["discoverMetricsTargets"]];

export const createsCluster = (json: unknown): Requests => [
  ["createCluster", { json }],
  ["listClusters", { query: "itemsPerPage=500" }],
];
/** In the form without a definition. */
export const createsFlatIndex = (change: object): Requests => [
  ["createSearchIndexLegacy", { json: { ...INDEX, ...change } }],
];
export const createsBucket = (change: object): Requests => [["createExportBucket", { json: { ...BUCKET, ...change } }]];

/** Makes a record, and then asks for it: the id in the path is that of the answer. */
export const onOwn =
  (made: Asked, parameter: string, ...then: readonly Asked[]) =>
  async ({ ask }: Pick<Prober, "ask">) => {
    const [answer] = await ask(made);
    const path = { [parameter]: String(fieldsOf(answer?.json)[parameter === "exportBucketId" ? "_id" : "id"]) };
    return ask(...then.map(([operation, call]): Asked => [operation, { ...call, path }]));
  };
