import type { StoredConfig } from "../records/alert-config.ts";
import type { Fields } from "../records/fields.ts";
import type { ProjectEvent } from "../records/project-event.ts";
import { fieldsOf, textMember } from "./members.ts";

/** The event types that come about by what callers do here; all others only happen when a test lets them. */
export const OWN_EVENTS = [
  "CLUSTER_TAGS_MODIFIED",
  "CPS_EXPORT_SUCCESSFUL",
  "CPS_RESTORE_SUCCESSFUL",
  "CPS_SNAPSHOT_STARTED",
  "CPS_SNAPSHOT_SUCCESSFUL",
  "FTS_INDEX_BUILD_COMPLETE",
  "FTS_INDEX_CLEANED_UP",
] as const;
/** An event that a handler raises with `happens`. */
export type OwnEvent = (typeof OWN_EVENTS)[number];

const MINUTE = 60_000;
/** How long after it was raised an alert closes: no event lasts here. */
export const ALERT_LASTS = 60 * MINUTE;
/** How soon a target without an interval is tried again while the alert is acknowledged. */
export const PATIENCE = MINUTE;

/** Whether a configuration raises an alert: it is on, names the event, and every matcher holds. */
export function fires(config: StoredConfig, { eventTypeName, traits }: ProjectEvent): boolean {
  return config.enabled && config.eventTypeName === eventTypeName && config.matchers.every((one) => holds(one, traits));
}

/** The subject of an alert. While one is open, events with the same key raise no other. */
export function keyOf(config: StoredConfig, { traits }: ProjectEvent): string {
  return `${config.id} ${traits["CLUSTER_NAME"] ?? ""}`;
}

/** Milliseconds until the first notification of a target. */
export function delayOf(target: Fields | undefined): number {
  return Math.max(0, minutes(target, "delayMin") ?? 0);
}

/** Milliseconds until a target is told again; nothing where it is told once. */
export function intervalOf(target: Fields | undefined): number | undefined {
  const interval = minutes(target, "intervalMin");
  return interval !== undefined && interval > 0 ? interval : undefined;
}

function minutes(target: Fields | undefined, name: string): number | undefined {
  const value = fieldsOf(target)[name];
  return typeof value === "number" && Number.isFinite(value) ? value * MINUTE : undefined;
}

/** Only equality is described; of the other operators that exist, those that need no expression language are read. */
function holds(matcher: Fields, traits: ProjectEvent["traits"]): boolean {
  const trait = traits[textMember(matcher, "fieldName") ?? ""];
  const value = textMember(matcher, "value") ?? "";
  if (trait === undefined) return false;
  switch (textMember(matcher, "operator") ?? "EQUALS") {
    case "EQUALS":
      return trait === value;
    case "NOT_EQUALS":
      return trait !== value;
    case "CONTAINS":
      return trait.includes(value);
    case "NOT_CONTAINS":
      return !trait.includes(value);
    case "STARTS_WITH":
      return trait.startsWith(value);
    case "ENDS_WITH":
      return trait.endsWith(value);
    default:
      return false;
  }
}
