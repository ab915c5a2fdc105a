import { readDate } from "@plumbline/schemas/validate";
import { member } from "../ground/json.ts";
import type { Discovery } from "./discovery.ts";
import { first, list, oldest, resultsIn, sizeOf } from "./listing.ts";

/** Finds an alert and an alert configuration of the known project, and counts both. */
export async function discoverAlerts(discovery: Discovery): Promise<void> {
  const { records, session } = discovery;
  const configurations = await list(session, "listAlertConfigs");
  // The oldest, because another client may delete a record that it created a moment ago.
  discovery.learn("alertConfigId", member(oldest(configurations), "id"));
  records.listAlertConfigs = sizeOf(configurations);
  const alerts = await list(session, "listAlerts");
  discovery.learn("alertId", alertIn(alerts));
  records.listAlerts = sizeOf(alerts);
}

/** The id of the alert in a list that checks can acknowledge with the least harm. */
export const alertIn = (alerts: unknown): unknown => member(firstUnacknowledged(alerts) ?? first(alerts), "id");

/**
 * An alert without an acknowledgement if there is one. Acknowledging an alert again replaces the name of the user who
 * acknowledged it. Even an expired acknowledgement leaves data on the alert, which a new one would overwrite.
 */
function firstUnacknowledged(page: unknown): unknown {
  const all = resultsIn(page).filter((alert) => !(readDate(String(member(alert, "acknowledgedUntil"))) > Date.now()));
  const bare = all.filter((alert) => (member(alert, "acknowledgedUntil") ?? null) === null);
  const own = bare.length > 0 ? bare : all;
  // Prefers an open alert, because it shows that acknowledging removes it from the open ones.
  return own.find((alert) => member(alert, "status") === "OPEN") ?? own[0];
}
