/* Finds problems of a run against a hostile server: each has a kind and a line. */
import { canonical } from "../canonical.mjs";
import { inLines } from "../difference.mjs";
import { idsIn } from "../inventory.mjs";
import { isListed, stays } from "../named.mjs";
import { isWrite } from "../writes.mjs";
import { SETTINGS } from "./undoing.mjs";

/**
 * Records from before the run that deleting or changing requests addressed. `given` are records in the target file that
 * the run may try to delete: a snapshot whose deletion must be refused.
 */
export function strangers(log, before, given = []) {
  const ids = idsIn(before);
  const written = log.flatMap(({ passed, operation, values }) =>
    passed
      .filter(({ method }) => ["DELETE", "PUT", "PATCH"].includes(method))
      .map(({ method, path, status }) => ({ method, path, status, operation, values })),
  );
  const foreign = written.filter(({ operation, values }) => {
    if (operation === undefined || SETTINGS.has(operation)) return false;
    // Index names are unique only within a collection.
    if (operation.endsWith("ByName"))
      return Object.keys(before[`getSearchIndexByName ${Object.values(values).join("/")}`]?.records ?? {}).length > 0;
    if (given.includes(Object.values(values).at(-1))) return false;
    return ids.has(Object.values(values).at(-1)) && !/BackupSchedule|endOutage/.test(operation);
  });
  // An address that a hostile id turned into another one.
  const bent = written.filter(
    ({ method, operation, path }) =>
      method === "DELETE" && (operation === undefined || /%2e%2e|\.\.|%252e|%2f|%252f/i.test(path)),
  );
  const alerts = new Set(
    written
      .filter(({ operation, values }) => operation === "acknowledgeAlert" && ids.has(values.alertId))
      .map(({ values }) => values.alertId),
  );
  const said = ({ method, path, status }) => `${method} ${path.slice(0, 160)} (${status})`;
  return [
    ...counted(foreign.map(said)).map((text) => ({ kind: "foreign", text })),
    ...counted(bent.map(said)).map((text) => ({ kind: "bent", text })),
    ...(alerts.size > 1 ? [{ kind: "foreign", text: `${alerts.size} alerts were acknowledged, one is enough` }] : []),
  ];
}

/** The read that shows the changes of an operation. */
const SHOWN_BY = {
  updateAuditing: "getAuditing",
  updateCustomDns: "getCustomDns",
  updateBackupCompliancePolicy: "getBackupCompliancePolicy",
  updateBackupSchedule: "getBackupSchedule",
  deleteBackupSchedules: "getBackupSchedule",
  replaceCustomAnalyzers: "listCustomAnalyzers",
  acknowledgeAlert: "listAlerts",
  startOutageSimulation: "getOutageSimulation",
  createLinkToken: "listMigratableProjects",
};

/** Records that the report calls removed or restored, and that are not. */
export function falseClaims(changes, left, after) {
  const ids = idsIn(after);
  // A restored record that another operation changed again is reported under that operation.
  const about = (operation) => SHOWN_BY[operation] ?? operation;
  const open = (one) =>
    changes.some(
      ({ operation, id, state }) =>
        about(operation) === about(one.operation) && id === one.id && !/^(removed|restored)$/.test(state),
    );
  const wrong = changes.filter((change) => {
    if (!/^(removed|restored)$/.test(change.state) || open(change)) return false;
    const read = SHOWN_BY[change.operation];
    if (read === undefined) return ids.has(change.id);
    return left.some(({ operation, place, id }) => operation === read && [...place.split("/"), id].includes(change.id));
  });
  return counted(
    wrong.map(({ operation, id, state }) => `${operation} ${String(id).slice(0, 60)} is not ${state}`),
  ).map((text) => ({ kind: "claim", text }));
}

/** Differences that the report does not list as left. */
export const unlisted = (left, changes) =>
  inLines(left.filter((one) => !isListed(one, changes))).map((text) => ({ kind: "unlisted", text }));

/** How often an undoing request may be refused before the run must give up. */
const MOST_REFUSED = 1;
/** A snapshot in progress may refuse its deletion for that reason, and a link may refuse its end before it exists. */
const TWICE = /^DELETE .*(\/snapshots\/|\/linkTokens )/;

/**
 * The same undoing request, refused by the front repeatedly: a deletion, or a write of the earlier setting. A check may
 * repeat such a request because it tests it.
 */
export function repeated(log, before) {
  const times = new Map();
  for (const one of log.filter(isWrite)) {
    const { method, passed, status, by, operation, path, asked } = one;
    // After another accepted write at that path, undoing means something else.
    if (passed.length > 0 && status < 400)
      for (const key of [...times.keys()]) if (key.includes(` ${path} `)) times.delete(key);
    if (passed.length > 0 || status < 400 || by !== "custody") continue;
    if (method !== "DELETE" && !(SETTINGS.has(operation) && statesWhatWas(one, before))) continue;
    const key = `${method} ${path} ${asked.slice(0, 80)}`;
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  return [...times]
    .filter(([key, many]) => many > MOST_REFUSED + (TWICE.test(key) ? 1 : 0))
    .map(([one, many]) => ({ kind: "repeated", text: `${one} was refused ${many} times` }));
}

function statesWhatWas({ operation, values, asked }, before) {
  const [id] = Object.values(values).slice(-1);
  const shown = Object.values(before).find((one) => one.operation === SHOWN_BY[operation] && holds(one, values, id));
  if (shown === undefined) return false;
  const was = operation === "replaceCustomAnalyzers" ? Object.values(shown.records) : shown.records[id];
  const is = parsed(asked);
  if (Array.isArray(is) || typeof is !== "object" || is === null) return same(is, was);
  return Object.entries(is).every(([name, value]) => same(value, was[name]));
}

const holds = ({ values, records }, { groupId, clusterName }, id) =>
  values.groupId === groupId && values.clusterName === clusterName && (id in records || clusterName === id);

/** Compares without ids, which are issued anew. */
const same = (one, other) => canonical(one, ["id"]) === canonical(other, ["id"]);

function parsed(asked) {
  try {
    return JSON.parse(asked);
  } catch {
    return undefined;
  }
}

/** Compares how the run ended with what is left. */
export function ending({ code, late, said, seconds }, report, left) {
  if (late) return [{ kind: "endless", text: `it had not ended after ${seconds.toFixed(0)} s` }];
  if (report === undefined || code === 5 || code === undefined)
    return [{ kind: "broke", text: `exit ${code}: ${(report?.reason ?? said).slice(-300)}` }];
  const remaining = left.some((one) => !stays(one)) || report.changes.some(({ state }) => state === "left");
  // An exit code for verdicts takes precedence over one for leftovers.
  return remaining && ![7, 1].includes(code) ? [{ kind: "exit", text: `exit ${code} although something is left` }] : [];
}

/** Each text once, with its count. */
function counted(texts) {
  const times = new Map();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return [...times].map(([text, many]) => `${many} x ${text}`);
}
