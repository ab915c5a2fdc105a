import type { StoredConfig } from "../records/alert-config.ts";
import type { Fields } from "../records/fields.ts";
import type { ProjectEvent } from "../records/project-event.ts";
import { fieldsOf, textMember } from "./members.ts";

/** The event types that requests of callers cause here. All others happen only if a test raises them. */
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
/** Milliseconds from the raise of an alert until it closes, because no event lasts here. */
export const ALERT_LASTS = 60 * MINUTE;
/** Milliseconds until the next attempt for a target without an interval, while the alert is acknowledged. */
export const PATIENCE = MINUTE;

/** Whether a configuration raises an alert: it is enabled, names the event, and every matcher holds. */
export function fires(config: StoredConfig, { eventTypeName, traits }: ProjectEvent): boolean {
  return config.enabled && config.eventTypeName === eventTypeName && config.matchers.every((one) => holds(one, traits));
}

/** The subject of an alert. While an alert with this key is open, other events with the key raise no other. */
export function keyOf(config: StoredConfig, { traits }: ProjectEvent): string {
  return `${config.id} ${traits["CLUSTER_NAME"] ?? ""}`;
}

/** Milliseconds until the first notification of a target. */
export function delayOf(target: Fields | undefined): number {
  return Math.max(0, minutes(target, "delayMin") ?? 0);
}

/** Milliseconds until a target's next notification; `undefined` if it gets only one. */
export function intervalOf(target: Fields | undefined): number | undefined {
  const interval = minutes(target, "intervalMin");
  return interval !== undefined && interval > 0 ? interval : undefined;
}

function minutes(target: Fields | undefined, name: string): number | undefined {
  const value = fieldsOf(target)[name];
  return typeof value === "number" && Number.isFinite(value) ? value * MINUTE : undefined;
}

/**
 * The description states only equality. Of the other operators, this code supports those without an expression
 * language.
 */
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
