// Alerts and alert configurations of one project. The server follows the description alone, with every freedom that it
// leaves. It imports nothing of this project, so that it shares no misreading with the suite.
//   node packages/trials/small/server.mjs [--port 0] [--versions 1.0,2] [--mistake NAME] [--open]
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { parseArgs } from "node:util";
import { mistakes } from "./mistakes.mjs";

const { values: flags } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    versions: { type: "string", default: "1.0,2" },
    mistake: { type: "string" },
    open: { type: "boolean", default: false },
  },
});
if (flags.mistake !== undefined && !mistakes.has(flags.mistake)) {
  console.error(`no such mistake: ${flags.mistake}; there are ${[...mistakes.keys()].join(", ")}`);
  process.exit(2);
}
const wrong = (name) => flags.mistake === name;

// ---------------------------------------------------------------------------------------------------------- the world

const HOME = "62f0c0ffee0000000000a11e";
const ELSEWHERE = "62f0c0ffee0000000000b22e";
const ORG = "62f0c0ffee00000000000c0f";
const REALM = "alarm desk (public)";
const accounts = new Map([
  ["desk-owner", { secret: "3f6b1f0a-owner", roles: new Map([[HOME, "Project Owner"]]) }],
  ["desk-reader", { secret: "77ac02de-reader", roles: new Map([[HOME, "Project Read Only"]]) }],
  ["desk-watcher", { secret: "5ce1f7e9-watcher", roles: new Map([[HOME, "Project Monitoring Admin"]]) }],
  ["desk-nobody", { secret: "15e0b8c4-nobody", roles: new Map() }],
  ["desk-neighbour", { secret: "b0a9d511-neighbour", roles: new Map([[ELSEWHERE, "Project Owner"]]) }],
]);
const MATCHABLE = ["REPLICA_SET_NAME", "CLUSTER_NAME", "HOSTNAME_AND_PORT", "APPLICATION_ID", "TYPE_NAME"];
const EVENTS = new Set([
  ...["CREDIT_CARD_ABOUT_TO_EXPIRE", "DAILY_BILL_OVER_THRESHOLD", "PENDING_INVOICE_OVER_THRESHOLD"],
  ...["CPS_SNAPSHOT_FAILED", "CPS_RESTORE_SUCCESSFUL", "FTS_INDEX_STALE", "FTS_INDEX_BUILD_COMPLETE"],
  ...["USERS_WITHOUT_MULTI_FACTOR_AUTH", "JOINED_GROUP", "REMOVED_FROM_GROUP", "DEPLOYMENT_FAILURE"],
]);

// The description lists the kinds without their spelling; these are spelled like the neutral names.
const KINDS = new Set([
  ...["MONITORING_PLATFORM", "EMAIL", "GROUP", "LEGACY_TEAM_CHAT", "TEAM_COLLABORATION_CHAT", "ORG", "TEAM_CHAT"],
  ...["INCIDENT_MANAGEMENT_1", "INCIDENT_MANAGEMENT_2", "INCIDENT_MANAGEMENT_3", "SMS", "TEAM", "USER", "WEBHOOK"],
]);

let counter = 4096;
const nextId = () => `62f0c0ffee${(counter++).toString(16).padStart(14, "0")}`;
// Never returns the same moment twice, so that a change shows even within one millisecond.
let last = 0;
const now = () => {
  last = Math.max(Date.now(), last + 1);
  return last;
};
const minutesAgo = (minutes) => Date.now() - minutes * 60_000;

const configs = new Map();
const alerts = new Map();
for (const [index, eventTypeName] of ["CPS_SNAPSHOT_FAILED", "FTS_INDEX_STALE", "JOINED_GROUP"].entries()) {
  const id = nextId();
  const matchers = index === 0 ? [{ operator: "EQUALS", value: "Cluster0", fieldName: "CLUSTER_NAME" }] : [];
  const notifications = [{ typeName: "GROUP", delayMin: 0, intervalMin: 60, emailEnabled: true, smsEnabled: false }];
  const moment = minutesAgo(9000 - index);
  configs.set(id, {
    id,
    eventTypeName,
    matchers,
    notifications,
    enabled: index !== 2,
    created: moment,
    updated: moment,
  });
}
for (const [index, status] of ["CLOSED", "TRACKING", "OPEN", "CLOSED", "OPEN", "TRACKING", "OPEN"].entries()) {
  const [id, config] = [nextId(), [...configs.values()][index % 2]];
  const created = minutesAgo(700 - 90 * index);
  const quiet = index === 2 ? { until: minutesAgo(-3000), by: "desk-owner" } : {};
  alerts.set(id, {
    id,
    status,
    config: config.id,
    eventTypeName: config.eventTypeName,
    created,
    updated: created + 5,
    ...quiet,
  });
}

// ---------------------------------------------------------------------------------------------- how records are shown

const withOffset = (moment) => new Date(moment).toISOString().replace("Z", "+00:00");
const withMicroseconds = (moment) => new Date(moment).toISOString().replace("Z", "417Z");
const masked = (text) => "•".repeat(Math.max(0, text.length - 4)) + text.slice(-4);

let shown = 0;
const shownConfig = (config, { inList = false } = {}) => ({
  notifications: config.notifications.map(({ monitoringApiKey: key, ...rest }) => ({
    ...rest,
    notifierId: rest.notifierId ?? config.id,
    ...(key === undefined
      ? {}
      : { monitoringApiKey: inList && wrong("key-in-the-clear-in-lists") ? key : masked(key) }),
  })),
  updated: withOffset(config.updated),
  matchers: config.matchers,
  enabled: inList && wrong("enabled-as-text-in-lists") ? String(config.enabled) : config.enabled,
  eventTypeName: config.eventTypeName,
  severity: { label: "amber", shown: ++shown },
  created: withMicroseconds(config.created),
  groupId: HOME,
  id: config.id,
});
const shownAlert = (alert, { epoch = false } = {}) => ({
  ...(alert.until === undefined ? {} : { acknowledgedUntil: withOffset(alert.until) }),
  ...(alert.comment === undefined ? {} : { acknowledgementComment: alert.comment }),
  ...(alert.by === undefined ? {} : { acknowledgingUsername: alert.by }),
  ...(alert.status === "CLOSED" ? { resolved: withOffset(alert.created + 60_000) } : {}),
  status: alert.status,
  humanReadable: `alarm no. ${++shown}`,
  eventTypeName: alert.eventTypeName,
  lastNotified: withOffset(alert.created + 1000),
  updated: withOffset(alert.updated),
  created: epoch ? alert.created : withMicroseconds(alert.created),
  alertConfigId: alert.config,
  orgId: ORG,
  groupId: HOME,
  id: alert.id,
});

// ------------------------------------------------------------------------------------------------------- what is asked

const refusal = (status, errorCode, detail) => ({ refused: status, errorCode, detail });
const bodyProblem = (detail) => refusal(422, "DESK_CANNOT_READ_THIS", detail);
const absent = (value) => value === undefined || value === null;
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const MOMENT = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
const ID = /^[a-f0-9]{24}$/;
const NOTIFICATION_TYPES = new Map([
  ...["delayMin", "intervalMin"].map((name) => [name, Number.isSafeInteger]),
  ...["integrationId", "notifierId"].map((name) => [name, (value) => typeof value === "string" && ID.test(value)]),
  ...["monitoringApiKey", "monitoringRegion"].map((name) => [name, (value) => typeof value === "string"]),
]);

/** The error of a body that creates or replaces a configuration; undefined if it is valid. */
const problemWith = (body, updating) => {
  if (!EVENTS.has(body.eventTypeName)) return "eventTypeName: none of the events that this desk knows";
  if (!absent(body.enabled) && typeof body.enabled !== "boolean") return "enabled: true or false";
  if (!(absent(body.notifications) && updating && wrong("update-without-notifications")))
    if (!Array.isArray(body.notifications)) return "notifications: a list";
  for (const target of body.notifications ?? []) {
    if (!isObject(target)) return "notifications: a list of objects";
    if (!KINDS.has(target.typeName)) return "typeName: a kind of target";
    for (const [name, holds] of NOTIFICATION_TYPES)
      if (!absent(target[name]) && !holds(target[name])) return `${name}: not of its type`;
  }
  if (absent(body.matchers)) return undefined;
  if (!Array.isArray(body.matchers)) return "matchers: a list";
  for (const matcher of body.matchers) {
    if (!isObject(matcher)) return "matchers: a list of objects";
    for (const name of ["fieldName", "operator", "value"])
      if (!absent(matcher[name]) && typeof matcher[name] !== "string") return `${name}: text`;
    if (!absent(matcher.fieldName) && !MATCHABLE.includes(matcher.fieldName) && !wrong("any-field-name"))
      return "fieldName: none of the matcher field names";
  }
  return undefined;
};

const paged = ({ records, ask, show, filter = () => true }) => {
  const all = [...records];
  const total = all.filter(filter);
  const size = ask.itemsPerPage ?? (wrong("twenty-by-default") ? 20 : 100);
  const from = ((ask.pageNum ?? 1) - 1) * size;
  const cut = (list) => list.toReversed().slice(from, from + size);
  const page = wrong("filter-after-paging") ? cut(all).filter(filter) : cut(total);
  if (page.length === 0 && from > 0) return refusal(404, "DESK_NO_PAGE", "There is no such page.");
  const counted = ask.includeCount !== false || wrong("count-always");
  return {
    list: {
      links: [{ rel: "self", href: ask.href }],
      ...(counted ? { totalCount: wrong("total-of-the-page") ? page.length : total.length } : {}),
      results: page.map(show),
    },
  };
};

const openOf = (config) => (alert) =>
  alert.config === config.id &&
  alert.status === "OPEN" &&
  (wrong("acknowledged-still-open") || alert.until === undefined || alert.until <= Date.now());

/**
 * Each operation: who may call it, what it accepts, what it answers. `undefined` from `works` means that there is no
 * such record.
 */
const operations = [
  {
    route: "GET /alertConfigs/matchers/fieldNames",
    needs: "any",
    works: () => ({ record: [...MATCHABLE], list: true }),
  },
  {
    route: "GET /groups/:group/alertConfigs",
    works: ({ ask }) =>
      paged({ records: configs.values(), ask, show: (config) => shownConfig(config, { inList: true }) }),
  },
  {
    route: "POST /groups/:group/alertConfigs",
    needs: "Project Owner",
    body: true,
    works: ({ body, ask }) => {
      const problem = problemWith(body, false);
      if (problem !== undefined) return bodyProblem(problem);
      const [id, moment] = [nextId(), now()];
      const { eventTypeName, notifications } = body;
      const enabled = body.enabled ?? wrong("enabled-from-the-start");
      configs.set(id, {
        id,
        eventTypeName,
        notifications,
        matchers: body.matchers ?? [],
        enabled,
        created: moment,
        updated: moment,
      });
      return { status: 201, record: shownConfig(configs.get(id)), headers: { Location: `${ask.pathname}/${id}` } };
    },
  },
  {
    route: "GET /groups/:group/alertConfigs/:config",
    works: ({ config }) => config && { record: shownConfig(config) },
  },
  {
    route: "PUT /groups/:group/alertConfigs/:config",
    needs: "Project Owner",
    body: true,
    works: ({ body, config }) => {
      const problem = problemWith(body, true);
      if (config === undefined || problem !== undefined) return config && bodyProblem(problem);
      const { eventTypeName, matchers = config.matchers, notifications = config.notifications } = body;
      const updated = {
        ...config,
        ...{ eventTypeName, enabled: body.enabled ?? false, notifications: notifications ?? config.notifications },
        ...{ matchers: body.matchers === undefined || body.matchers === null ? [] : matchers, updated: now() },
      };
      configs.set(config.id, wrong("matchers-not-stored") ? { ...updated, matchers: config.matchers } : updated);
      return { record: shownConfig(updated) };
    },
  },
  {
    route: "PATCH /groups/:group/alertConfigs/:config",
    needs: "Project Owner",
    body: true,
    works: ({ body, config, version }) => {
      if (typeof body.enabled !== "boolean") return bodyProblem("enabled: true or false");
      if (config === undefined) return undefined;
      const turnedOn = body.enabled && !config.enabled && !wrong("enabling-is-no-update");
      const changed = { ...config, enabled: body.enabled, ...(turnedOn ? { updated: now() } : {}) };
      if (wrong("toggle-forgets-matchers")) changed.matchers = [];
      if (!(wrong("toggle-idle-in-v1") && version === "v1.0")) configs.set(config.id, changed);
      return { record: shownConfig(changed) };
    },
  },
  {
    route: "DELETE /groups/:group/alertConfigs/:config",
    needs: "Project Owner",
    works: ({ config }) => {
      if (config === undefined) return undefined;
      if (wrong("delete-disables")) configs.set(config.id, { ...config, enabled: false });
      else configs.delete(config.id);
      return { record: { farewell: config.id } };
    },
  },
  {
    route: "GET /groups/:group/alerts/:alert/alertConfigs",
    works: ({ alert, ask }) =>
      alert &&
      paged({
        records: configs.values(),
        ask,
        show: (config) => shownConfig(config),
        filter: wrong("configs-of-every-alert") ? () => true : (config) => config.id === alert.config,
      }),
  },
  {
    route: "GET /groups/:group/alertConfigs/:config/alerts",
    works: ({ config, ask }) =>
      config &&
      paged({
        records: alerts.values(),
        ask,
        show: (alert) => shownAlert(alert, { epoch: wrong("epoch-in-open-alerts") }),
        filter: openOf(config),
      }),
  },
  {
    route: "GET /groups/:group/alerts",
    works: ({ ask }) => {
      if (ask.status !== undefined && !["OPEN", "TRACKING", "CLOSED"].includes(ask.status))
        return refusal(400, "DESK_QUERY", "status is OPEN, TRACKING or CLOSED");
      const wanted = (alert) =>
        ask.status === undefined ||
        alert.status === ask.status ||
        (wrong("tracking-counts-as-open") && ask.status === "OPEN" && alert.status === "TRACKING");
      return paged({ records: alerts.values(), ask, show: (alert) => shownAlert(alert), filter: wanted });
    },
  },
  {
    route: "GET /groups/:group/alerts/:alert",
    works: ({ alert }) => alert && { record: shownAlert(alert) },
  },
  {
    route: "PATCH /groups/:group/alerts/:alert",
    needs: wrong("readers-acknowledge") ? undefined : "Project Owner",
    body: true,
    works: ({ body, alert, account }) => {
      const { acknowledgedUntil: text, acknowledgementComment: comment } = body;
      if (!absent(text) && (typeof text !== "string" || !MOMENT.test(text) || Number.isNaN(Date.parse(text))))
        return bodyProblem("acknowledgedUntil: a moment, like 2031-05-01T12:00:00Z");
      if (!absent(comment) && typeof comment !== "string") return bodyProblem("acknowledgementComment: text");
      const length = wrong("comment-in-bytes") ? Buffer.byteLength(comment ?? "") : [...(comment ?? "")].length;
      if (length > (wrong("comment-of-255") ? 255 : 200)) return bodyProblem("acknowledgementComment: 200 characters");
      if (alert === undefined) return undefined;
      const { until, comment: former, by, ...bare } = alert;
      const kept = { until, comment: former, by };
      const until_ = absent(text) ? until : Date.parse(text);
      const acknowledged = { until: until_, comment: comment ?? undefined, by: account };
      const nothing = absent(text) && absent(comment);
      const changed = { ...bare, ...(nothing ? wrong("never-unacknowledged") && kept : acknowledged), updated: now() };
      alerts.set(alert.id, changed);
      return { record: shownAlert(changed) };
    },
  },
];

// -------------------------------------------------------------------------------------------------------------- digest

const md5 = (text) => createHash("md5").update(text).digest("hex");
const nonces = new Map();
const NONCE_USES = 60;

/** The caller of a request, or the challenge for it. */
const caller = (request) => {
  const [, scheme, rest = ""] = /^(\w+)\s+(.*)$/s.exec(request.headers.authorization ?? "") ?? [];
  if (flags.open) return { username: "desk-owner", account: accounts.get("desk-owner") };
  if (scheme?.toLowerCase() !== "digest") return { stale: false };
  const parts = new Map(
    [...rest.matchAll(/(\w+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g)].map((m) => [m[1].toLowerCase(), m[2] ?? m[3]]),
  );
  const [username, nonce, nc, cnonce] = ["username", "nonce", "nc", "cnonce"].map((name) => parts.get(name) ?? "");
  const account = accounts.get(username);
  const ownRealm = parts.get("realm") === REALM || wrong("any-realm");
  if (account === undefined || !ownRealm || parts.get("qop") !== "auth" || parts.get("uri") !== request.url)
    return { stale: false };
  const ha1 = md5(`${username}:${parts.get("realm")}:${account.secret}`);
  const methods = wrong("any-method") ? ["GET", "POST", "PUT", "PATCH", "DELETE"] : [request.method];
  const expected = methods.map((method) =>
    md5(`${ha1}:${nonce}:${nc}:${cnonce}:auth:${md5(`${method}:${parts.get("uri")}`)}`),
  );
  if (!expected.includes(parts.get("response"))) return { stale: false };
  const seen = nonces.get(nonce);
  if (seen === undefined) return wrong("any-nonce") ? { username, account } : { stale: true };
  if (seen.has(nc) || seen.size >= NONCE_USES) return { stale: true };
  seen.add(nc);
  return { username, account };
};

// ------------------------------------------------------------------------------------------------------------ the wire

const reasons = new Map([
  [400, "Bad Request"],
  [401, "Unauthorized"],
  [403, "Forbidden"],
  [404, "Not Found"],
  [406, "Not Acceptable"],
  [413, "Payload Too Large"],
  [415, "Unsupported Media Type"],
  [422, "Unprocessable Entity"],
]);
let answered = 0;

const answer = (response, view, { status = 200, body, headers = {}, list = false }) => {
  const statusMember = wrong("status-as-text") ? String(status) : status;
  const bare = list && wrong("list-without-status");
  const wrapped = view.envelope ? { ...(bare ? {} : { status: statusMember }), content: body } : body;
  const indent = view.pretty && !(view.envelope && wrong("pretty-lost-in-envelope")) ? 4 : 0;
  response.writeHead(status, {
    "Content-Type": "application/json; charset=UTF-8",
    "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
    "X-Vendor-Service-Version": "gitHash=0ddba11; versionString=alarm-desk 3",
    Vary: "Origin, Accept",
    "Cache-Control": "no-store",
    ...(++answered % 9 === 0 ? { Connection: "close" } : {}),
    ...headers,
  });
  response.end(`${JSON.stringify(wrapped, null, indent)}\n`);
};
const refuse = (response, view, { refused: status, errorCode, detail }, headers = {}) => {
  const body = { errorCode, reason: reasons.get(status), parameters: [], error: status, detail };
  if (status === 404 && wrong("bare-404")) delete body.errorCode;
  if (status === 403 && wrong("error-as-text")) body.error = String(status);
  answer(response, view, { status, headers, body });
};
const nowhere = () => refusal(404, "DESK_NOTHING_HERE", "There is nothing here for you.");

/** The parsed query, or its error. */
const readQuery = (url, paging) => {
  const ask = { href: url.href, pathname: url.pathname };
  for (const [name, value] of url.searchParams) {
    if (name === "href" || name === "pathname") continue;
    if (ask[name] !== undefined) return refusal(400, "DESK_QUERY", `${name} is said twice`);
    ask[name] = value;
  }
  for (const name of ["envelope", "pretty", ...(paging ? ["includeCount"] : [])]) {
    if (ask[name] === undefined) continue;
    if (!["true", "false"].includes(ask[name])) return refusal(400, "DESK_QUERY", `${name} is true or false`);
    ask[name] = ask[name] === "true";
  }
  for (const [name, most] of paging
    ? [
        ["itemsPerPage", 500],
        ["pageNum", Number.POSITIVE_INFINITY],
      ]
    : []) {
    if (ask[name] === undefined) continue;
    const number = Number(ask[name]);
    const tooMany = number > most && !wrong("size-is-capped");
    if (!/^\d{1,30}$/.test(ask[name]) || number < 1 || tooMany)
      return refusal(400, "DESK_QUERY", `${name} is out of range`);
    ask[name] = Math.min(number, most);
  }
  return ask;
};

const routes = operations.map((operation) => {
  const [method, path] = operation.route.split(" ");
  return {
    ...operation,
    method,
    paging: /alertConfigs$|alerts$/.test(path),
    pattern: new RegExp(`^${path.replace(/:(\w+)/g, "(?<$1>[^/]+)")}$`),
  };
});
const served = new Set(flags.versions.split(",").map((version) => `v${version}`));

const handle = async (request, response) => {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= 1 << 20) chunks.push(chunk);
  }
  const url = new URL(request.url, `http://${request.headers.host}`);
  const plain = { envelope: false, pretty: url.searchParams.get("pretty") === "true" };
  const who = caller(request);
  if (who.account === undefined) {
    const nonce = randomBytes(12).toString("base64url");
    nonces.set(nonce, new Set());
    const challenge = `Digest realm="${REALM}", nonce="${nonce}", algorithm=MD5, qop="auth"`;
    const headers = { "WWW-Authenticate": wrong("no-stale") ? challenge : `${challenge}, stale=${who.stale}` };
    return refuse(response, plain, refusal(401, "DESK_WHO_IS_THERE", "Who is there?"), {
      ...headers,
      Connection: "close",
    });
  }
  const [, version, path] = /^\/api\/product\/(v1\.0|v2)(\/.*)$/.exec(url.pathname) ?? [];
  const matching = routes.filter(({ pattern }) => version !== undefined && served.has(version) && pattern.test(path));
  const route = matching.find(({ method }) => method === request.method);
  if (route === undefined) return refuse(response, plain, nowhere());
  const accepts = request.headers.accept ?? "";
  const understood = version === "v2" ? /vnd\.product\.2025-01-01\+json/.test(accepts) : /json|\*\/\*|^$/.test(accepts);
  if (!understood) return refuse(response, plain, refusal(406, "DESK_FORMAT", "Ask for a format of this version."));

  const { group, config: configId, alert: alertId } = route.pattern.exec(path).groups ?? {};
  const roles = who.account.roles;
  if (roles.size === 0) return refuse(response, plain, refusal(403, "DESK_ROLE", "This key has no role anywhere."));
  if (group !== undefined) {
    const role = group === HOME ? roles.get(HOME) : undefined;
    const anywhere =
      wrong("any-project-reads-alerts") && group === HOME && route.route === "GET /groups/:group/alerts/:alert";
    if (role === undefined && !anywhere) return refuse(response, plain, nowhere());
    if (route.needs !== undefined && role !== route.needs)
      return refuse(response, plain, refusal(403, "DESK_ROLE", `Only a ${route.needs} may do that.`));
  }
  const ask = readQuery(url, route.paging && request.method === "GET");
  if (ask.refused !== undefined) return refuse(response, plain, ask);
  const view = { envelope: ask.envelope === true, pretty: ask.pretty === true };

  let body;
  if (route.body) {
    if (size > 1 << 20) return refuse(response, view, refusal(413, "DESK_TOO_MUCH", "At most a mebibyte."));
    if (!/json/i.test(request.headers["content-type"] ?? ""))
      return refuse(response, view, refusal(415, "DESK_FORMAT", "Bodies are JSON here."));
    try {
      body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    } catch {
      return refuse(response, view, refusal(400, "DESK_NO_JSON", "The body is no JSON."));
    }
    if (!isObject(body)) return refuse(response, view, bodyProblem("The body is an object."));
  }
  const named = { config: configs.get(configId), alert: alerts.get(alertId) };
  const result = route.works({ ask, body, version, account: who.username, ...named }) ?? nowhere();
  if (result.refused !== undefined) return refuse(response, view, result);
  const list = result.list !== undefined;
  answer(response, view, {
    status: result.status,
    headers: result.headers,
    list,
    body: list && result.record === undefined ? result.list : result.record,
  });
};

const server = createServer((request, response) => {
  handle(request, response).catch((error) => {
    console.error(error);
    response.destroy();
  });
});
server.keepAliveTimeout = 1500;
server.listen(Number(flags.port), "127.0.0.1", () => {
  const keys = Object.fromEntries([...accounts].map(([name, { secret }]) => [name, secret]));
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}`, group: HOME, keys }));
});
