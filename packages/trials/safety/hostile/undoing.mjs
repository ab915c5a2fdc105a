import { membersOf } from "../interface.mjs";
import { jsonOf, plain, recordIn, refusal, succeeded, withJson, withRecord } from "./answers.mjs";

export const SETTINGS = new Set([
  "updateAuditing",
  "updateCustomDns",
  "disablePrivateIpMode",
  "updateBackupCompliancePolicy",
  "updateBackupSchedule",
  "replaceCustomAnalyzers",
  "acknowledgeAlert",
]);

/** The number of successful writes of an operation after which the server starts to lie. */
const HONEST_WRITES = 2;

/** Lies only to the key with all roles, so that other callers stay without permission. */
const toMain = (tell) => (server) => {
  const memory = { written: new Map(), stale: new Map() };
  return async (request, pass) => {
    const authorization = request.rawHeaders.find((text) => /^Digest /i.test(text)) ?? "";
    return authorization.includes(`"${server.username}"`) ? tell({ request, pass, server, memory }) : pass(request);
  };
};

const acceptOf = ({ rawHeaders }) =>
  rawHeaders[rawHeaders.findIndex((text, at) => at % 2 === 0 && /^accept$/i.test(text)) + 1] ?? "application/json";

/** Forwards a request while the server is correct about its operation; undefined from then on. */
async function honestly({ request, pass, memory: { written } }) {
  const before = written.get(request.operation) ?? 0;
  if (before >= HONEST_WRITES) return undefined;
  const answer = await pass(request);
  if (succeeded(answer)) written.set(request.operation, before + 1);
  return answer;
}

const undoes = ({ method, operation }) => method === "DELETE" || SETTINGS.has(operation);

const undoRefused = (status, errorCode) =>
  toMain(async (told) => {
    if (!undoes(told.request)) return told.pass(told.request);
    return (await honestly(told)) ?? refusal(status, errorCode);
  });

const hasNull = (json) =>
  json === null || (typeof json === "object" && json !== undefined && Object.values(json).some(hasNull));

/** Servers that do not allow changes to be undone, whether or not they say so. */
export const undoing = {
  "deletes-do-nothing": toMain(async ({ request, pass, server }) => {
    if (request.method !== "DELETE") return pass(request);
    const { status } = await server.caller.send("GET", request.path, acceptOf(request));
    // A lie about a record that cannot be read would be invisible.
    return status === 404 ? pass(request) : plain(200, {});
  }),
  "settings-do-nothing": toMain(async (told) => {
    const { request, pass, server } = told;
    if (!SETTINGS.has(request.operation)) return pass(request);
    const honest = await honestly(told);
    if (honest !== undefined) return honest;
    const { json } = await server.caller.send("GET", request.path, acceptOf(request));
    const asked = jsonOf(request);
    return plain(200, Array.isArray(json) ? asked : { ...json, ...asked });
  }),
  "undo-refused-403": undoRefused(403, "FORBIDDEN"),
  "undo-refused-409": undoRefused(409, "CONFLICT"),
  "undo-refused-500": undoRefused(500, "UNEXPECTED_ERROR"),
  "null-refused": toMain(({ request, pass }) =>
    request.body.length > 0 && hasNull(jsonOf(request)) ? refusal(400, "INVALID_ATTRIBUTE") : pass(request),
  ),
  "null-shown": toMain(async ({ request, pass }) => {
    const answer = await pass(request);
    if (!succeeded(answer) || request.operation === undefined) return answer;
    const unset = Object.fromEntries(membersOf(request.operation).map((name) => [name, null]));
    return withRecord(answer, (json) => {
      if (Array.isArray(json)) return json.map((record) => ({ ...unset, ...record }));
      return Array.isArray(json.results)
        ? { ...json, results: json.results.map((record) => ({ ...unset, ...record })) }
        : { ...unset, ...json };
    });
  }),
  "member-dropped": toMain(async (told) => {
    const { request, pass } = told;
    if (!SETTINGS.has(request.operation)) return pass(request);
    const honest = await honestly(told);
    if (honest !== undefined) return honest;
    const asked = jsonOf(request);
    const [first, ...others] = Object.keys(Object(asked)).sort();
    if (Array.isArray(asked) || others.length === 0) return pass(request);
    const { [first]: _dropped, ...kept } = asked;
    return pass({ ...request, body: Buffer.from(JSON.stringify(kept)) });
  }),
  "reads-lag": toMain(async ({ request, pass, server, memory }) => {
    const { method, path } = request;
    if (method === "GET") return lagging(await pass(request), path, memory.stale);
    const was = await server.caller.send("GET", path, acceptOf(request));
    const answer = await pass(request);
    if (!succeeded(answer)) return answer;
    const until = Date.now() + LAG;
    const { id } = recordIn(answer);
    if (method === "POST") memory.stale.set(`${path}/${id}`, { until, hidden: id, was: { status: 404 } });
    else memory.stale.set(path, { until, was });
    return answer;
  }),
};

/** Milliseconds until a write becomes visible. */
const LAG = 1_000;

/** A read as it would have been a moment ago: a record in its earlier state, a list without new records. */
function lagging(answer, path, stale) {
  const now = Date.now();
  for (const [place, { until }] of stale) if (until < now) stale.delete(place);
  const { was } = stale.get(path) ?? {};
  if (was?.status === 404) return refusal(404, "RESOURCE_NOT_FOUND");
  if (was?.status === 200 && was.json !== undefined) return withJson(answer, was.json, 200);
  const hidden = [...stale].filter(([place]) => place.startsWith(`${path}/`)).map(([, one]) => one.hidden);
  if (hidden.length === 0 || !succeeded(answer)) return answer;
  const others = (records) =>
    records.filter((record) => !hidden.includes(recordIn({ body: JSON.stringify(record) }).id));
  return withRecord(answer, (json) => {
    if (Array.isArray(json)) return others(json);
    return Array.isArray(json.results) ? { ...json, results: others(json.results) } : json;
  });
}
