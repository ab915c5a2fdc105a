import type { StoredAlert } from "../records/alert.ts";
import type { AcknowledgementFields } from "./fields.ts";

/**
 * An alert after its acknowledgement was set or lifted. Neither member lifts it; a comment alone changes the comment
 * and nothing else. The status stays: what it would become is not described.
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

/** Triggered and not acknowledged at this moment. */
export function isOpen(alert: StoredAlert, now: number): boolean {
  return alert.status !== "CLOSED" && !(alert.acknowledgedUntil !== undefined && alert.acknowledgedUntil > now);
}

/** The filter of `listAlerts`; it compares the stored status, also of an acknowledged alert. */
export function statusMatches(alert: StoredAlert, asked: string): boolean {
  return alert.status === asked;
}
