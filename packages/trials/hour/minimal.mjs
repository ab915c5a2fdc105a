// Alerts and their configurations, version 2, with nothing but Node: what somebody writes on an afternoon who only needs an
// answer. No authentication. It imports nothing of this project, so that it shares no misreading with the suite.
//   node packages/trials/hour/minimal.mjs [--port 0] [--mistakes NAME,NAME]
// The first line that it prints says where it is and what it holds, the last one (after SIGTERM) what it holds then.
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { parseArgs } from "node:util";

const options = { port: { type: "string", default: "0" }, mistakes: { type: "string", default: "" } };
const { values: flags } = parseArgs({ options });
const wrong = (name) => flags.mistakes.split(",").includes(name);

const GROUP = "5f00aa11bb22cc33dd44ee55";
const ORG = "5f00aa11bb22cc33dd44ee00";
const TYPE = "application/vnd.product.2025-01-01+json";
const REASONS = { 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed" };
const newId = () => randomBytes(12).toString("hex");
const now = () => new Date().toISOString();

const EMAIL = { typeName: "EMAIL", emailAddress: "ops@example.com", intervalMin: 60, delayMin: 0 };
const MATCHER = { fieldName: "CLUSTER_NAME", operator: "EQUALS", value: "Cluster0" };
const configs = new Map();
const alerts = new Map();
for (const eventTypeName of ["CREDIT_CARD_ABOUT_TO_EXPIRE", "DEPLOYMENT_FAILURE"]) {
  const config = { id: newId(), groupId: GROUP, created: now(), updated: now(), enabled: true, eventTypeName };
  configs.set(config.id, { ...config, matchers: [MATCHER], notifications: [EMAIL] });
  for (const status of ["OPEN", "OPEN", "TRACKING", "CLOSED"]) {
    const alert = { id: newId(), groupId: GROUP, orgId: ORG, alertConfigId: config.id, eventTypeName, status };
    const ended = status === "CLOSED" ? { resolved: now() } : {};
    alerts.set(alert.id, { ...alert, created: now(), updated: now(), lastNotified: now(), ...ended });
  }
}

class Refusal extends Error {
  constructor(status, errorCode, detail) {
    super(detail);
    this.answer = { status, body: { detail, error: status, errorCode, reason: REASONS[status] } };
    // The helper was written for bad requests, and was then used for everything.
    if (wrong("error-always-400")) this.answer.body.error = 400;
  }
}
const invalid = (detail) => new Refusal(400, "VALIDATION_ERROR", detail);
const found = (records, id, name) => {
  const record = /^[a-f0-9]{24}$/.test(id) ? records.get(id) : undefined;
  if (record === undefined || record.deleted)
    throw new Refusal(404, "RESOURCE_NOT_FOUND", `There is no ${name} ${id}.`);
  return record;
};

function flagOf(query, name, otherwise) {
  const value = query.get(name) ?? `${otherwise}`;
  if (value !== "true" && value !== "false") throw invalid(`${name} must be true or false, not ${value}.`);
  return value === "true";
}
function numberOf(query, name, most, otherwise) {
  const text = query.get(name) ?? `${otherwise}`;
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > most) throw invalid(`${name} must be from 1 to ${most}, not ${text}.`);
  return number;
}
function paged(records, query, total = records.length) {
  const size = numberOf(query, "itemsPerPage", wrong("five-hundred-refused") ? 499 : 500, 100);
  const from = (numberOf(query, "pageNum", Number.MAX_SAFE_INTEGER, 1) - 1) * size;
  return {
    results: records.slice(from, from + size),
    ...(flagOf(query, "includeCount", true) && { totalCount: total }),
  };
}

const masked = ({ monitoringApiKey: key, ...rest }) =>
  key === undefined
    ? rest
    : { ...rest, monitoringApiKey: `${"*".repeat(Math.max(0, key.length - 4))}${key.slice(-4)}` };
const shown = ({ deleted, ...config }) => ({ ...config, notifications: config.notifications.map(masked) });
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function checkedConfig({ enabled = false, eventTypeName, matchers = [], notifications }) {
  if (typeof enabled !== "boolean") throw invalid("enabled must be true or false.");
  if (typeof eventTypeName !== "string" || !/^[A-Z][A-Z0-9_]*$/.test(eventTypeName))
    throw invalid("eventTypeName must be the name of an event type.");
  const isMatcher = (one) =>
    isObject(one) && ["fieldName", "operator", "value"].every((name) => typeof one[name] === "string");
  if (!Array.isArray(matchers) || !matchers.every(isMatcher)) throw invalid("matchers must be a list of matchers.");
  const isTarget = (one) =>
    isObject(one) &&
    typeof one.typeName === "string" &&
    ["monitoringApiKey", "monitoringRegion"].every((name) => ["undefined", "string"].includes(typeof one[name])) &&
    ["delayMin", "intervalMin"].every((name) => one[name] === undefined || Number.isInteger(one[name]));
  if (!Array.isArray(notifications) || !notifications.every(isTarget))
    throw invalid("notifications must be a list of targets.");
  return { enabled, eventTypeName, matchers, notifications };
}
/** Puts one value into another, member by member and item by item. */
function merged(old, value) {
  if (Array.isArray(old) && Array.isArray(value)) return Object.values(merged({ ...old }, { ...value }));
  if (!isObject(old) || !isObject(value)) return value;
  return { ...old, ...Object.fromEntries(Object.entries(value).map(([name, one]) => [name, merged(old[name], one)])) };
}
const stored = (config) => shown(configs.set(config.id, config).get(config.id));

const CONFIGS = {
  GET: ({ query }) =>
    paged([...configs.values()].filter(({ deleted }) => !deleted || wrong("deleted-still-listed")).map(shown), query),
  POST: ({ body }) => stored({ id: newId(), groupId: GROUP, created: now(), updated: now(), ...checkedConfig(body) }),
};
const CONFIG = {
  GET: ({ id }) => shown(found(configs, id, "alert configuration")),
  PUT({ id, body }) {
    const old = found(configs, id, "alert configuration");
    const said = checkedConfig(body);
    const given = Object.fromEntries(Object.keys(said).flatMap((name) => (name in body ? [[name, body[name]]] : [])));
    return stored({ ...old, ...(wrong("put-merges") ? merged(old, given) : said), updated: now() });
  },
  PATCH({ id, body: { enabled } }) {
    const old = found(configs, id, "alert configuration");
    if (typeof enabled !== "boolean") throw invalid("enabled must be true or false.");
    return stored({ ...old, enabled, updated: now() });
  },
  DELETE({ id }) {
    const old = found(configs, id, "alert configuration");
    if (wrong("deleted-still-listed")) old.deleted = true;
    else configs.delete(id);
    return {};
  },
};
const ALERTS = {
  GET({ query }) {
    const status = query.get("status");
    if (!["OPEN", "TRACKING", "CLOSED", null].includes(status)) throw invalid(`${status} is no status of an alert.`);
    const all = [...alerts.values()].filter((alert) => status === null || alert.status === status);
    return paged(all, query, wrong("total-ignores-filter") ? alerts.size : all.length);
  },
};
const ALERT = {
  GET: ({ id }) => found(alerts, id, "alert"),
  PATCH({ id, body: { acknowledgedUntil: until, acknowledgementComment: comment } }) {
    const {
      acknowledgedUntil: _,
      acknowledgementComment: __,
      acknowledgingUsername: ___,
      ...old
    } = found(alerts, id, "alert");
    if (
      until !== undefined &&
      (typeof until !== "string" || !/^\d{4}-\d\d-\d\dT/.test(until) || Number.isNaN(Date.parse(until)))
    )
      throw invalid("acknowledgedUntil must be a date and time.");
    if (comment !== undefined && (typeof comment !== "string" || [...comment].length > 200))
      throw invalid("acknowledgementComment must have at most 200 characters.");
    const said = {
      ...(until && { acknowledgedUntil: new Date(until).toISOString(), acknowledgingUsername: "ops" }),
      ...(comment && { acknowledgementComment: comment }),
    };
    alerts.set(id, { ...old, ...said, updated: now() });
    return alerts.get(id);
  },
};
const routes = { alertConfigs: [CONFIGS, CONFIG], alerts: [ALERTS, ALERT] };

async function answered(request, path, query) {
  const [groups, group, name, id, ...rest] = /^\/api\/product\/v2(\/.*)$/.exec(path)?.[1].split("/").slice(1) ?? [];
  const operations = rest.length > 0 || groups !== "groups" ? undefined : routes[name]?.[id === undefined ? 0 : 1];
  if (operations === undefined) throw new Refusal(404, "NOT_FOUND", `There is nothing at ${path}.`);
  if (group !== GROUP) throw new Refusal(404, "GROUP_NOT_FOUND", `There is no group ${group}.`);
  const operation = operations[request.method];
  if (operation === undefined) throw new Refusal(405, "METHOD_NOT_ALLOWED", `${request.method} is not possible here.`);
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  let body = {};
  try {
    if (["POST", "PUT", "PATCH"].includes(request.method)) body = JSON.parse(text);
  } catch {
    throw invalid("The body must be JSON.");
  }
  if (!isObject(body)) throw invalid("The body must be an object.");
  return { status: 200, body: operation({ id, query, body }) };
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams: query } = new URL(request.url, "http://localhost");
  const views = { envelope: false, pretty: false };
  let answer;
  try {
    for (const name of Object.keys(views)) views[name] = flagOf(query, name, false);
    answer = await answered(request, pathname, query);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    answer = error.answer;
  }
  const body = views.envelope ? { status: answer.status, content: answer.body } : answer.body;
  response.writeHead(answer.status, { "content-type": TYPE });
  response.end(JSON.stringify(body, undefined, views.pretty ? 2 : 0));
});

const state = () => ({
  configs: [...configs.values()].map(({ updated, ...one }) => one),
  alerts: [...alerts.values()].map(({ updated, ...one }) => one),
});
process.once("SIGTERM", () => {
  console.log(JSON.stringify({ state: state() }));
  process.exit(0);
});
server.listen(Number(flags.port), "127.0.0.1", () => {
  const { port } = server.address();
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}`, group: GROUP, state: state() }));
});
