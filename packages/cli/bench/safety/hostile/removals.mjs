/* Servers that do not remove what they are asked to remove, or not at once. All else they do honestly. */
import { setTimeout as pause } from "node:timers/promises";
import { plain, refusal } from "./answers.mjs";
import { bearsDigest } from "./digest.mjs";

const acceptOf = ({ rawHeaders }) =>
  rawHeaders[rawHeaders.findIndex((text, at) => at % 2 === 0 && /^accept$/i.test(text)) + 1] ?? "application/json";

/** The link of an organization has no read of its own. */
const UNREAD = ["deleteLinkToken"];

/** Tells the lie about removals that the server would carry out; `wanted` narrows that to some operations. */
const ofRemovals =
  (tell, wanted = () => true) =>
  (server) => {
    const memory = new Map();
    return async (request, pass) => {
      const { method, operation, path } = request;
      const lied = method === "DELETE" && operation !== undefined && wanted(operation);
      // Who may not remove hears that from the server.
      if (!lied || !bearsDigest(request, server.key)) return pass(request);
      const shown = UNREAD.includes(operation)
        ? { status: 200 }
        : await server.caller.send("GET", path, acceptOf(request));
      return shown.status >= 300 ? pass(request) : tell({ request, pass, server, shown, memory });
    };
  };

const LATE_MILLISECONDS = 2_000;

/** Carries it out later with the user's own key: by then the nonce of the caller may be another. */
async function later({ request, server, memory }) {
  if (!memory.has(request.path)) {
    memory.set(request.path, true);
    pause(LATE_MILLISECONDS)
      .then(() => server.caller.send("DELETE", request.path, acceptOf(request)))
      .catch(() => undefined)
      .finally(() => memory.delete(request.path));
  }
  return plain(200, {});
}

/** Removals of records; what ends or resets a setting goes on as usual, and shows what it has become. */
const OF_RECORDS = /^delete(AlertConfig|ExportBucket|Snapshot|ShardedSnapshot|SearchIndexBy(Id|Name))$/;

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
  "2-s-later": ofRemovals(later, (operation) => OF_RECORDS.test(operation)),
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
