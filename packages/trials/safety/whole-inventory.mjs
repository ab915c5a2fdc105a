// The result of every GET in both versions, for trials after which nothing may differ.
import { difference } from "./difference.mjs";
import { inventoryOf } from "./inventory.mjs";

/** A record reduced to the compared part; undefined for one that disappears by itself. */
function resting(operation, record) {
  // An ended simulation and a deleted index are still shown for a while.
  if (operation === "getOutageSimulation" && /^(RECOVER|COMPLETE)/.test(String(record.state))) return undefined;
  if (/SearchIndex/.test(operation) && record.status === "DELETING") return undefined;
  if (operation !== "getBackupSchedule") return record;
  // It follows from the schedule and from the current time.
  const { nextSnapshot: _passes, ...kept } = record;
  return kept;
}

/** Members that no write can restore: the last writer, and the time of the write. */
const TRACES = {
  getBackupCompliancePolicy: ["updatedDate", "updatedUser"],
  listAlerts: ["updated"],
  getAlert: ["updated"],
  listOpenAlertsOfConfig: ["updated"],
};

/** Whether a difference only shows that a client wrote. */
export const isTrace = ({ operation, kind, member }) =>
  kind === "changed" && TRACES[operation]?.includes(member) === true;

/** Both versions of every read, and the targets of metrics. `more` are places that no operation lists. */
export async function wholeInventory(served, more = {}) {
  const places = { ...served.places() };
  for (const [about, values] of Object.entries(more)) places[about] = [...places[about], ...values];
  const shown = await inventoryOf(served.caller, places, { keeps: resting, everyVersion: true });
  for (const { groupId } of places.project)
    shown[`discoverMetricsTargets ${groupId}`] = await targetsOf(served, groupId);
  return shown;
}

async function targetsOf({ metricsUrl, environment }, groupId) {
  const { PLUMBLINE_METRICS_USER: name, PLUMBLINE_METRICS_PASSWORD: password } = environment;
  const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;
  const answer = await fetch(`${metricsUrl}/groups/${groupId}/discovery`, { headers: { authorization } });
  const targets = answer.ok ? await answer.json() : [{ targets: [`answered ${answer.status}`], labels: {} }];
  const records = Object.fromEntries(targets.map((target) => [target.targets.join(), target]));
  return { operation: "discoverMetricsTargets", values: { groupId }, records };
}

/** The differences, each record and member once, whichever reads show it. */
export function wholeDifference(before, after) {
  const told = new Set();
  return difference(before, after).filter(({ kind, id, name, member, place }) => {
    // The operation that lists a record comes before the one that reads it by name or id.
    const keys = [id, name]
      .filter(Boolean)
      .map((one) => `${kind} ${one} ${member ?? ""} ${/^[0-9a-f]{24}$/.test(one) ? "" : place}`);
    const known = keys.some((key) => told.has(key));
    for (const key of keys) told.add(key);
    return !known;
  });
}
