/* Differences between two inventories that are not leftovers. Each entry says why; nothing else is ignored. */

/** Members that change by themselves, or that a setting gets anew when it is restored. */
const MEMBERS = {
  // The moment follows from the schedule and the current time.
  getBackupSchedule: ["nextSnapshot", "policies.id", "policies.policyItems.id"],
  // The last writer and the time of the write; items are written without ids, and get new ones.
  getBackupCompliancePolicy: ["updatedDate", "updatedUser", "onDemandPolicyItem.id", "scheduledPolicyItems.id"],
  // Revoking an acknowledgement is also a write.
  listAlerts: ["updated"],
  getAlert: ["updated"],
  listOpenAlertsOfConfig: ["updated"],
};
const ACKNOWLEDGEMENT = ["acknowledgedUntil", "acknowledgementComment", "acknowledgingUsername"];

/** A record reduced to the compared part; undefined for one that disappears by itself. */
export function lasting(operation, record, now) {
  // Ending a simulation takes time.
  if (operation === "getOutageSimulation" && /^(RECOVER|COMPLETE)/.test(String(record.state))) return undefined;
  // So does deleting a search index.
  if (/SearchIndex/.test(operation) && record.status === "DELETING") return undefined;
  let kept = record;
  for (const path of MEMBERS[operation] ?? []) kept = without(kept, path.split("."));
  // Acknowledgements expire.
  if (Date.parse(String(record.acknowledgedUntil)) < now)
    for (const name of ACKNOWLEDGEMENT) kept = without(kept, [name]);
  return kept;
}

function without(json, [name, ...rest]) {
  if (Array.isArray(json)) return json.map((one) => without(one, [name, ...rest]));
  if (typeof json !== "object" || json === null || !(name in json)) return json;
  if (rest.length > 0) return { ...json, [name]: without(json[name], rest) };
  const { [name]: _gone, ...others } = json;
  return others;
}
