import { object, oneOfValues, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { LIMITS } from "../limits.ts";
import { dateTime, recordId } from "../vocabulary.ts";

/** Every status of an alert; the description does not state the transitions. */
export const ALERT_STATUSES = ["OPEN", "TRACKING", "CLOSED"] as const;

/** One of `ALERT_STATUSES`. */
export type AlertStatus = (typeof ALERT_STATUSES)[number];

const acknowledgementComment = string({ ...LIMITS.acknowledgementComment, examples: ["Looking into it"] });

/** A triggered instance of an alert configuration. */
export const alert = object(
  { id: recordId },
  {
    acknowledgedUntil: dateTime,
    acknowledgementComment,
    acknowledgingUsername: string({ examples: ["operator@example.com"] }),
    alertConfigId: recordId,
    created: dateTime,
    eventTypeName: string({ examples: ["CREDIT_CARD_ABOUT_TO_EXPIRE"] }),
    groupId: recordId,
    lastNotified: dateTime,
    orgId: recordId,
    resolved: dateTime,
    status: oneOfValues(ALERT_STATUSES, { "x-values": "alert.status" }),
    updated: dateTime,
  },
  { title: "Alert" },
);
/** An alert in an answer. */
export type Alert = Static<typeof alert>;

/** Acknowledges an alert until a moment; without members, the alert becomes unacknowledged. */
export const acknowledgement = object(
  {},
  { acknowledgedUntil: dateTime, acknowledgementComment },
  { title: "Acknowledgement" },
);
/** The body that acknowledges an alert until a moment, or ends the acknowledgement. */
export type Acknowledgement = Static<typeof acknowledgement>;
