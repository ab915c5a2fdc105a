/* Servers that do not delete, or not at once. They are otherwise correct. */
import { openOverlay } from "../bystanders/overlay.mjs";
import { isPaged, placesOfVersions } from "../interface.mjs";
import { idMember, plain, refusal, succeeded } from "./answers.mjs";
import { bearsDigest } from "./digest.mjs";

const acceptOf = ({ rawHeaders }) =>
  rawHeaders[rawHeaders.findIndex((text, at) => at % 2 === 0 && /^accept$/i.test(text)) + 1] ?? "application/json";

/** The link of an organization has no read of its own. */
const UNREAD = ["deleteLinkToken"];

/** Lies about deletions that the server would carry out; `wanted` limits that to some operations. */
const ofRemovals =
  (tell, wanted = () => true) =>
  (server) => {
    return async (request, pass) => {
      const { method, operation, path } = request;
      const lied = method === "DELETE" && operation !== undefined && wanted(operation);
      // The server itself refuses callers without permission.
      if (!lied || !bearsDigest(request, server.key)) return pass(request);
      const shown = UNREAD.includes(operation)
        ? { status: 200 }
        : await server.caller.send("GET", path, acceptOf(request));
      return shown.status >= 300 ? pass(request) : tell({ request, pass, server, shown });
    };
  };

const LATE_MILLISECONDS = 2_000;

/** The reads and the list that show a deleted record. */
const SHOWN = {
  deleteAlertConfig: [["getAlertConfig"], "listAlertConfigs"],
  deleteExportBucket: [["getExportBucket"], "listExportBuckets"],
  deleteSnapshot: [["getSnapshot", "getShardedSnapshot"], "listSnapshots"],
  deleteShardedSnapshot: [["getShardedSnapshot", "getSnapshot"], "listShardedSnapshots"],
  deleteSearchIndexById: [["getSearchIndexById", "getSearchIndexByName"], "listSearchIndexes"],
  deleteSearchIndexByName: [["getSearchIndexByName", "getSearchIndexById"], "listSearchIndexes"],
};

/** A server whose deletions become visible only later. The server itself decides whether to carry one out. */
function lateFront(server) {
  const overlay = openOverlay(server);
  return async (request, pass) => {
    const { method, operation, path } = request;
    if (method !== "DELETE" || SHOWN[operation] === undefined) return overlay.serve(request, pass);
    if (overlay.isGhost(path) && bearsDigest(request, server.key)) return plain(200, {});
    const { shownAt, listedAt } = await formsOf(request, server);
    const answer = await pass(request);
    if (succeeded(answer)) overlay.haunt(shownAt, listedAt, LATE_MILLISECONDS);
    return answer;
  };
}

/** A record as each address shows it. */
async function formsOf({ operation, values, path, rawHeaders }, { caller }) {
  const [reads, list] = SHOWN[operation];
  const { json: record } = await caller.send("GET", path, acceptOf({ rawHeaders }));
  if (record?.error !== undefined) return { shownAt: new Map(), listedAt: new Map() };
  const all = {
    ...values,
    indexId: record?.indexID,
    databaseName: record?.database,
    collectionName: record?.collectionName,
    indexName: record?.name,
  };
  const shownAt = new Map();
  for (const place of reads.flatMap((read) => placesOfVersions(read, all))) {
    const { status, json } = await caller.send("GET", place.path, place.accept);
    if (status === 200) shownAt.set(place.path, json);
  }
  const listedAt = new Map();
  for (const { path: at, accept } of placesOfVersions(list, all)) {
    const { json } = await caller.send("GET", `${at}${isPaged(list) ? "?itemsPerPage=500" : ""}`, accept);
    const records = Array.isArray(json) ? json : (json?.results ?? []);
    const id = record[idMember(record)];
    listedAt.set(
      at,
      records.filter((one) => one[idMember(one)] === id),
    );
  }
  return { shownAt, listedAt };
}

export const refusing = {
  404: ofRemovals(() => refusal(404, "RESOURCE_NOT_FOUND")),
  403: ofRemovals(() => refusal(403, "FORBIDDEN")),
  405: ofRemovals(() => refusal(405, "METHOD_NOT_ALLOWED")),
  500: ofRemovals(() => refusal(500, "UNEXPECTED_ERROR")),
  503: ofRemovals(() => refusal(503, "SERVICE_UNAVAILABLE")),
  "204-without-effect": ofRemovals(() => plain(204)),
  "200-without-effect": ofRemovals(() => plain(200, {})),
  silence: ofRemovals(() => "silence"),
};

export const late = {
  "2-s-later": lateFront,
  "outage-end-refused-until-simulating": ofRemovals(
    ({ request, pass, shown }) =>
      shown.json?.state === "SIMULATING" ? pass(request) : refusal(409, "CLUSTER_OUTAGE_NOT_SIMULATING"),
    (operation) => operation === "endOutageSimulation",
  ),
  "snapshot-refused-while-in-progress": ofRemovals(
    ({ request, pass, shown }) =>
      /queued|inProgress/.test(shown.json?.status) ? refusal(409, "SNAPSHOT_IN_PROGRESS") : pass(request),
    (operation) => /^delete(Sharded)?Snapshot$/.test(operation),
  ),
};
