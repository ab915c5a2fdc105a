import type { StoredAlert } from "../records/alert.ts";
import type { AcknowledgementFields } from "./fields.ts";

/**
 * The alert after its acknowledgement was set or removed. A request without both members removes it; a comment alone
 * changes only the comment. The status stays, because the description does not say what it becomes.
 */
export function acknowledged(
  alert: StoredAlert,
  { until, comment }: AcknowledgementFields,
  username: string,
  updated: number,
): StoredAlert {
  const { acknowledgedUntil, acknowledgementComment, acknowledgingUsername, ...bare } = alert;
  if (until === undefined && comment === undefined) return { ...bare, updated };
  if (until === undefined)
    return { ...alert, ...(comment !== undefined && { acknowledgementComment: comment }), updated };
  return {
    ...bare,
    acknowledgedUntil: until,
    ...(comment !== undefined && { acknowledgementComment: comment }),
    acknowledgingUsername: username,
    updated,
  };
}

/** Whether the alert is triggered and not acknowledged at this time. */
export function isOpen(alert: StoredAlert, now: number): boolean {
  return alert.status !== "CLOSED" && !(alert.acknowledgedUntil !== undefined && alert.acknowledgedUntil > now);
}

/** The filter of `listAlerts`; it compares the stored status, also of an acknowledged alert. */
export function statusMatches(alert: StoredAlert, asked: string): boolean {
  return alert.status === asked;
}
