import type { Random } from "../random.ts";
import type { StoredAlert } from "../records/alert.ts";
import type { StoredConfig } from "../records/alert-config.ts";
import type { Project } from "../records/project.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const STATUSES = ["OPEN", "OPEN", "TRACKING", "CLOSED"] as const;

/**
 * Alerts in every status, a third of them from the first configuration, in pairs with the same creation time. Some are
 * acknowledged, and some acknowledgements have expired.
 */
export function seedAlerts(
  random: Random,
  newId: () => string,
  project: Project,
  configs: readonly StoredConfig[],
  count: number,
  now: number,
): readonly StoredAlert[] {
  const alerts: StoredAlert[] = [];
  for (let index = 0; index < count; index += 1) {
    const config = configs[index % 3 === 0 ? 0 : index % configs.length];
    if (config === undefined) break;
    const twin = index % 2 === 0 ? undefined : alerts.at(-1);
    const created = twin?.created ?? now - random.integer(2 * HOUR, 10 * DAY);
    const status = STATUSES[Math.floor(index / 3) % STATUSES.length] ?? "OPEN";
    const lastNotified = created + random.integer(60_000, HOUR);
    const until = acknowledgedUntil(random, index, now);
    alerts.push({
      id: newId(),
      groupId: project.id,
      orgId: project.orgId,
      alertConfigId: config.id,
      eventTypeName: config.eventTypeName,
      status,
      created,
      updated: lastNotified,
      ...(status !== "TRACKING" && { lastNotified }),
      ...(status === "CLOSED" && { resolved: lastNotified }),
      ...(until !== undefined && {
        acknowledgedUntil: until,
        acknowledgementComment: "Looking into it",
        acknowledgingUsername: "operator@example.com",
      }),
    });
  }
  return alerts;
}

function acknowledgedUntil(random: Random, index: number, now: number): number | undefined {
  if (index % 5 === 1) return now + random.integer(DAY, 7 * DAY);
  if (index % 5 === 2) return now - random.integer(60_000, HOUR);
  return undefined;
}
