import { type OperationId, readText, recordId } from "@plumbline/schemas";
import { member } from "../ground/json.ts";
import { broken, decidedBy, type Judgement, upheld } from "../ground/judgement.ts";
import { quotedText } from "../ground/quoted.ts";
import type { WatchedExchange } from "../ground/watched-exchange.ts";
import { addressedBy } from "./addressed-by.ts";

/** The member of the answer, in neutral words, that repeats each path parameter. */
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

/** The reads whose answer repeats the id or the names of the path. */
export const READ_BY_ADDRESS = Object.keys(REPEATED) as readonly OperationId[];

/** Judges whether a read by id or names returns the record that the path addresses. */
export function recordAddressed(watched: WatchedExchange): Judgement | undefined {
  const { answer, contract, operation } = watched;
  const repeated = REPEATED[operation.id];
  const addressed = addressedBy(watched);
  if (repeated === undefined || addressed === undefined) return undefined;
  let seen = false;
  for (const [parameter, name] of Object.entries(repeated)) {
    const wanted = addressed.get(parameter);
    const shown = member(answer.json, contract.field(name));
    if (wanted === undefined || typeof shown !== "string" || !comparable(parameter, wanted, shown)) continue;
    if (shown !== wanted)
      return decidedBy(broken(`${name} ${wanted}, as in the path`, quotedText(shown, 80)), `/${contract.field(name)}`);
    seen = true;
  }
  return seen ? upheld : undefined;
}

/** Other requirements judge malformed ids, in the path and in the answer. */
const comparable = (parameter: string, ...texts: readonly string[]): boolean =>
  !parameter.endsWith("Id") || texts.every((text) => readText(recordId, text).kind === "value");
