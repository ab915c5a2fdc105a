/* What two inventories may differ in although nobody left anything behind. Each entry says why; nothing else is left out. */

/** Members that change by themselves, or that a setting gets anew when it is put back as it was. */
const MEMBERS = {
  // The moment follows from the schedule, and passes.
  getBackupSchedule: ["nextSnapshot", "policies.id", "policies.policyItems.id"],
  // Who wrote last and when; items are written without ids, and get new ones.
  getBackupCompliancePolicy: ["updatedDate", "updatedUser", "onDemandPolicyItem.id", "scheduledPolicyItems.id"],
  // An acknowledgement that is taken back was a write all the same.
  listAlerts: ["updated"],
  getAlert: ["updated"],
  listOpenAlertsOfConfig: ["updated"],
};
const ACKNOWLEDGEMENT = ["acknowledgedUntil", "acknowledgementComment", "acknowledgingUsername"];

/** A record as it is compared; undefined for one that goes by itself. */
export function lasting(operation, record, now) {
  // A simulation that was ended takes time to be over.
  if (operation === "getOutageSimulation" && /^(RECOVER|COMPLETE)/.test(String(record.state))) return undefined;
  // So does the removal of a search index.
  if (/SearchIndex/.test(operation) && record.status === "DELETING") return undefined;
  let kept = record;
  for (const path of MEMBERS[operation] ?? []) kept = without(kept, path.split("."));
  // Acknowledgements end by themselves.
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
