import { type OperationId, pathParameterNames, readText, recordId } from "@plumbline/schemas";
import { member } from "../json.ts";
import { broken, type Judgement, upheld } from "../rule/judgement.ts";
import { succeeded, type WatchedExchange } from "../rule/watched-exchange.ts";

/** Which member of the answer, in neutral words, repeats which path parameter. */
const REPEATED: Readonly<Partial<Record<OperationId, Readonly<Record<string, string>>>>> = {
  getAlertConfig: { alertConfigId: "id" },
  getAlert: { alertId: "id" },
  getSearchIndexByName: { databaseName: "database", collectionName: "collectionName", indexName: "name" },
  getSearchIndexById: { indexId: "indexID" },
  getExportBucket: { exportBucketId: "_id" },
  getExportJob: { exportId: "id" },
  getRestoreJob: { restoreJobId: "id" },
  getSnapshot: { snapshotId: "id" },
  getShardedSnapshot: { snapshotId: "id" },
  getServerlessRestoreJob: { restoreJobId: "id" },
  getServerlessSnapshot: { snapshotId: "id" },
  getMigration: { liveMigrationId: "_id" },
  getMigrationValidation: { validationId: "_id" },
  getCloudAccessRole: { roleId: "roleId" },
};

export const READ_BY_ADDRESS = Object.keys(REPEATED) as readonly OperationId[];

/** A record that is read by its id or names is another one than the path addresses. */
export function recordAddressed({
  answer,
  call,
  contract,
  exchange,
  operation,
  version,
}: WatchedExchange): Judgement | undefined {
  const repeated = REPEATED[operation.id];
  const path = contract.route(operation.id, version)?.path;
  if (repeated === undefined || path === undefined || !succeeded(answer)) return undefined;
  // The layout of an envelope is not fixed, and what comes of a broken path is the business of other rules.
  if (call.due !== undefined || call.rawPath || call.query?.["envelope"] === "true") return undefined;
  const addressed = valuesIn(path, exchange.request.url);
  let seen = false;
  for (const [parameter, name] of Object.entries(repeated)) {
    const wanted = addressed.get(parameter);
    const shown = member(answer.json, contract.field(name));
    if (wanted === undefined || typeof shown !== "string" || !comparable(parameter, wanted, shown)) continue;
    if (shown !== wanted) return broken(`${name} ${wanted}, as in the path`, shown.slice(0, 80));
    seen = true;
  }
  return seen ? upheld : undefined;
}

/** Malformed ids have rules of their own, in the path and in the answer. */
const comparable = (parameter: string, ...texts: readonly string[]): boolean =>
  !parameter.endsWith("Id") || texts.every((text) => readText(recordId, text).kind === "value");

function valuesIn(template: string, url: string): ReadonlyMap<string, string> {
  const { names, form } = addresses.get(template) ?? addressIn(template);
  const found = form.exec(url);
  return new Map(names.map((name, index) => [name, decodeURIComponent(found?.[index + 1] ?? "")]));
}

interface Address {
  readonly names: readonly string[];
  readonly form: RegExp;
}

/** By path template, of which the contract has a few dozen. */
const addresses = new Map<string, Address>();

function addressIn(template: string): Address {
  const parts = template.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const form = new RegExp(`${parts.join("([^/?]+)")}(?:\\?|$)`);
  const address = { names: pathParameterNames(template), form };
  addresses.set(template, address);
  return address;
}
