import { readDate } from "@plumbline/schemas/validate";
import { member } from "../ground/json.ts";
import type { Discovery } from "./discovery.ts";
import { first, list, oldest, resultsIn, sizeOf } from "./listing.ts";

/** An alert and an alert configuration of the known project, and how many there are. */
export async function discoverAlerts(discovery: Discovery): Promise<void> {
  const { records, session } = discovery;
  const configurations = await list(session, "listAlertConfigs");
  // The oldest: what somebody made a moment ago may be gone a moment later.
  discovery.learn("alertConfigId", member(oldest(configurations), "id"));
  records.listAlertConfigs = sizeOf(configurations);
  const alerts = await list(session, "listAlerts");
  discovery.learn("alertId", alertIn(alerts));
  records.listAlerts = sizeOf(alerts);
}

/** The id of the alert in a list that checks can address with the least harm. */
export const alertIn = (alerts: unknown): unknown => member(firstUnacknowledged(alerts) ?? first(alerts), "id");

/**
 * An alert that somebody has acknowledged is theirs: to acknowledge it again would put another name in its place. What an
 * alert shows of an acknowledgement that has ended would be lost as well.
 */
function firstUnacknowledged(page: unknown): unknown {
  const all = resultsIn(page).filter((alert) => !(readDate(String(member(alert, "acknowledgedUntil"))) > Date.now()));
  const bare = all.filter((alert) => (member(alert, "acknowledgedUntil") ?? null) === null);
  const own = bare.length > 0 ? bare : all;
  // One that is open shows that acknowledging takes it off the open ones.
  return own.find((alert) => member(alert, "status") === "OPEN") ?? own[0];
}
