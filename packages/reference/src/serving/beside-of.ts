import type { OperationId } from "@plumbline/schemas";
import type { Call } from "../handlers/handler.ts";
import type { StoredRecord } from "../records/stored-record.ts";
import { fieldsOf } from "../rules/members.ts";
import type { RecordStore } from "../world/record-store.ts";
import type { RecordStores } from "../world/record-stores.ts";

/** The stores of the records that a write addresses, for writes with faults about neighbouring records. */
const STORES: Partial<Record<OperationId, keyof RecordStores>> = {
  createAlertConfig: "configs",
  deleteAlertConfig: "configs",
  setAlertConfigEnabled: "configs",
  updateAlertConfig: "configs",
  createSearchIndex: "searchIndexes",
  createSearchIndexLegacy: "searchIndexes",
  updateSearchIndexByName: "searchIndexes",
  deleteSearchIndexByName: "searchIndexes",
  updateSearchIndexById: "searchIndexes",
  deleteSearchIndexById: "searchIndexes",
  createExportBucket: "exportBuckets",
  deleteExportBucket: "exportBuckets",
};

/**
 * Finds the neighbours of the record that a write addresses, before the write runs. The returned function takes the
 * outcome, and removes a neighbour if the behaviour asks for it.
 */
export function besideOf({
  operation,
  body,
  values,
  service: { behaviour, contract, state },
  now,
}: Pick<Call, "operation" | "values" | "body" | "service" | "now">): (outcome: "accepted" | "refused") => void {
  const name = STORES[operation];
  const groupId = values.text("groupId");
  if (name === undefined || groupId === undefined) return () => undefined;
  const store: RecordStore<StoredRecord> = state[name];
  const addressed = ["alertConfigId", "indexId", "exportBucketId", "indexName"].map((one) => values.text(one));
  const isAddressed = (record: StoredRecord): boolean =>
    addressed.includes(record.id) || ("name" in record && addressed.includes(String(record.name)));
  const records = store.list(groupId);
  // Indexes of the same collection are neighbours.
  const named = { database: values.text("databaseName"), collectionName: values.text("collectionName") };
  const place = records.find(isAddressed) ?? (named.database === undefined ? body : named);
  const others = records.filter((record) => !isAddressed(record) && !isGoing(record) && isBeside(record, place));
  return (outcome) => {
    const taken = behaviour.beside(contract.operation(operation), outcome, others, now);
    if (taken !== undefined) store.remove(taken);
  };
}

/** Whether an index is being deleted; not every list shows it. */
const isGoing = (record: StoredRecord): boolean => fieldsOf(record)["deleted"] !== undefined;

/** Whether two records, or a record and the body that creates one, belong to the same collection, if they have one. */
function isBeside(record: StoredRecord, other: unknown): boolean {
  const [one, two] = [fieldsOf(record), fieldsOf(other)];
  return ["database", "collectionName"].every((name) => two[name] === undefined || one[name] === two[name]);
}
