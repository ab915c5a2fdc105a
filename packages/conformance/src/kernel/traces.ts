import { type HeaderList, parseJson, type WireRequest } from "@plumbline/client";
import type { UndoRequest } from "@plumbline/report";
import type { OperationId, RouteVersion } from "@plumbline/schemas";
import { member } from "../expect/answers.ts";
import { MARK } from "../mark.ts";
import type { Call } from "./call.ts";

/** Where a record that was made is listed, and how it is removed. */
interface Trace {
  readonly list: OperationId;
  readonly remove: OperationId;
  /** The path parameter of `remove` that takes the record's id. */
  readonly parameter: string;
  /** The list is not paged, but is one of a namespace that the body states. */
  readonly ofNamespace?: true;
}

const INDEX: Trace = {
  list: "listSearchIndexes",
  remove: "deleteSearchIndexById",
  parameter: "indexId",
  ofNamespace: true,
};
const TRACES: Readonly<Partial<Record<OperationId, Trace>>> = {
  createAlertConfig: { list: "listAlertConfigs", remove: "deleteAlertConfig", parameter: "alertConfigId" },
  createExportBucket: { list: "listExportBuckets", remove: "deleteExportBucket", parameter: "exportBucketId" },
  takeSnapshot: { list: "listSnapshots", remove: "deleteSnapshot", parameter: "snapshotId" },
  createSearchIndex: INDEX,
  createSearchIndexLegacy: INDEX,
};

/** Stands for the id in the address of a removal. */
const ID = "{id}";

/** A request as it stands in a journal: what has to be sent, without credentials. */
export function undoRequest({ method, url, headers = [], body }: WireRequest): UndoRequest {
  const list = isList(headers) ? headers : Object.entries(headers);
  return { method, url, headers: list, ...(typeof body === "string" ? { body } : {}) };
}

const isList = (headers: NonNullable<WireRequest["headers"]>): headers is HeaderList => Array.isArray(headers);

export const leavesTrace = ({ operation }: Call): boolean => TRACES[operation] !== undefined;

/**
 * How to find and remove what a request is about to make; `undefined` when it makes nothing that bears the mark. The
 * answer may never come, so this is known before.
 */
export function traceOf(
  { operation, path = {} }: Call,
  { body }: WireRequest,
  served: (operation: OperationId) => RouteVersion | undefined,
  composed: (call: Call) => WireRequest,
): { readonly mark: string; readonly find: UndoRequest; readonly remove: UndoRequest } | undefined {
  const trace = TRACES[operation];
  if (trace === undefined || typeof body !== "string" || !body.includes(MARK)) return undefined;
  const [listed, removed] = [served(trace.list), served(trace.remove)];
  if (listed === undefined || removed === undefined) return undefined;
  const find = composed({
    operation: trace.list,
    version: listed,
    ...(trace.ofNamespace ? { path: { ...path, ...namespaceIn(body) } } : { path, query: { itemsPerPage: "500" } }),
  });
  const remove = composed({
    operation: trace.remove,
    version: removed,
    path: { ...path, [trace.parameter]: ID },
  });
  return { mark: MARK, find: undoRequest(find), remove: undoRequest(remove) };
}

function namespaceIn(body: string): Readonly<Record<string, string>> {
  const json = parseJson(body);
  const [database, collectionName] = [member(json, "database"), member(json, "collectionName")];
  return {
    ...(typeof database === "string" && { databaseName: database }),
    ...(typeof collectionName === "string" && { collectionName }),
  };
}
