import { placeOf } from "../interface.mjs";
import { idMember, jsonOf, plain, recordIn, succeeded, withJson, withRecord } from "./answers.mjs";

const CREATES = new Set([
  "createAlertConfig",
  "createExportBucket",
  "createSearchIndex",
  "createSearchIndexLegacy",
  "takeSnapshot",
  "createExportJob",
  "createRestoreJob",
  "createServerlessRestoreJob",
  "createMigration",
  "createCloudAccessRole",
  "createCluster",
  "startOutageSimulation",
]);

/** Deletes the record of a create at once, so that the create has created nothing. */
const REMOVALS = {
  createAlertConfig: ["deleteAlertConfig", "alertConfigId", "listAlertConfigs", "eventTypeName"],
  createExportBucket: ["deleteExportBucket", "exportBucketId", "listExportBuckets", "bucketName"],
  createSearchIndex: ["deleteSearchIndexById", "indexId", "listSearchIndexes", "name"],
};

/** Lies about creates that the server has carried out. */
const ofCreates = (tell) => (server) => {
  const memory = new Map();
  return async (request, pass) => {
    const answer = await pass(request);
    if (!CREATES.has(request.operation) || !succeeded(answer)) return answer;
    return tell({ request, answer, server, memory });
  };
};

/** Lies about creates whose record the front has deleted; `choose` returns another answer, if any. */
const ofUnmade = (choose) =>
  ofCreates(async (told) => {
    const { request, answer, server } = told;
    const [remove, parameter] = REMOVALS[request.operation] ?? [];
    const instead = remove === undefined ? undefined : await choose(told);
    if (instead === undefined) return answer;
    const { path, accept } = placeOf(remove, { ...request.values, [parameter]: recordIn(answer).id });
    await server.caller.send("DELETE", path, accept);
    return instead;
  });

/** The records in the list of the created one. */
async function shown({ request, server }) {
  const { database, collectionName } = Object(jsonOf(request));
  const values = { ...request.values, databaseName: database, collectionName };
  const { path, accept } = placeOf(REMOVALS[request.operation][2], values);
  const { json } = await server.caller.send("GET", path, accept);
  return Array.isArray(json) ? json : (json?.results ?? []);
}

const withId = (answer, id) =>
  withRecord(answer, (record) => {
    const member = idMember(record);
    return member === undefined ? record : { ...record, [member]: id };
  });

const answeredWithId = (id) => ofCreates(({ answer }) => withId(answer, id));

const answeredWithExisting = (status) =>
  ofUnmade(async (told) => {
    const [first] = (await shown(told)).filter((record) => record[idMember(record)] !== recordIn(told.answer).id);
    return first === undefined
      ? undefined
      : withJson(
          withRecord(told.answer, () => first),
          first,
          status,
        );
  });

/** Answers with an id of another kind of record. */
const answeredWithIdFrom = (operation, member) =>
  ofCreates(async ({ answer, server }) => {
    const { path, accept } = placeOf(operation, server.fixtures);
    const { json } = await server.caller.send("GET", path, accept);
    return withId(answer, json.results[0][member]);
  });

/** Servers with wrong answers to creates. */
export const creates = {
  "create-existing-200": answeredWithExisting(200),
  "create-existing-201": answeredWithExisting(201),
  "create-deduplicated": ofUnmade(async (told) => {
    const member = REMOVALS[told.request.operation][3];
    const { record, id } = recordIn(told.answer);
    const alike = (await shown(told)).find(
      (one) => one[member] === record[member] && one[idMember(one)] !== undefined && one[idMember(one)] !== id,
    );
    return alike === undefined ? undefined : withRecord(told.answer, () => alike);
  }),
  "create-cached": ofUnmade(({ request, answer, memory }) => {
    const first = memory.get(request.operation);
    if (first === undefined) memory.set(request.operation, answer);
    return first;
  }),
  "create-existing-id": ofCreates(async (told) => {
    const { request, answer } = told;
    const others = REMOVALS[request.operation] === undefined ? [] : await shown(told);
    const other = others.find((record) => record[idMember(record)] !== recordIn(answer).id);
    return other === undefined ? answer : withId(answer, other[idMember(other)]);
  }),
  "create-same-id-twice": ofCreates(({ request, answer, memory }) => {
    const earlier = memory.get(request.operation);
    memory.set(request.operation, earlier === undefined ? recordIn(answer).id : undefined);
    return earlier === undefined ? answer : withId(answer, earlier);
  }),
  "create-id-dot-dot": answeredWithId(".."),
  "create-id-dot-dot-encoded": answeredWithId("%2e%2e"),
  "create-id-dot": answeredWithId("."),
  "create-id-slash": answeredWithId("a/b"),
  "create-id-slash-encoded": answeredWithId("a%2fb"),
  "create-id-empty": answeredWithId(""),
  "create-id-number": answeredWithId(7),
  "create-id-huge": answeredWithId("x".repeat(1024 * 1024)),
  "create-id-of-alert": answeredWithIdFrom("listAlerts", "id"),
  "create-id-of-cluster": answeredWithIdFrom("listClusters", "id"),
  "create-id-of-config": answeredWithIdFrom("listAlertConfigs", "id"),
  "create-id-of-project": ofCreates(({ answer, server }) => withId(answer, server.fixtures.otherGroupId)),
  "create-id-none": ofCreates(({ answer }) =>
    withRecord(answer, (record) =>
      Object.fromEntries(Object.entries(record).filter(([name]) => name !== idMember(record))),
    ),
  ),
  "create-body-none": ofCreates(({ answer }) => ({ ...answer, body: Buffer.of() })),
  "create-204": ofCreates(() => plain(204)),
  "create-500-made": ofCreates(() => plain(500, { error: 500, errorCode: "UNEXPECTED_ERROR", detail: "Unexpected." })),
  "create-silence-made": ofCreates(() => "silence"),
  "create-cut-made": ofCreates(() => undefined),
};
