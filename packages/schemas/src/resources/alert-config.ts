import { array, boolean, object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { dateTime, flag, recordId } from "../vocabulary.ts";
import { notification, notificationInput } from "./notification.ts";

/** A filter of a condition; `operator` is open, because the description shows only EQUALS. */
export const matcher = object(
  {},
  {
    fieldName: string({ examples: ["TYPE_NAME"] }),
    operator: string({ "x-known-values": ["EQUALS", "NOT_EQUALS", "CONTAINS", "REGEX"], examples: ["EQUALS"] }),
    value: string({ examples: ["SECONDARY"] }),
  },
  { title: "Matcher" },
);
/** A condition on a field of an event. */
export type Matcher = Static<typeof matcher>;

const eventTypeName = string({
  "x-known-values": ["CREDIT_CARD_ABOUT_TO_EXPIRE", "DEPLOYMENT_FAILURE"],
  examples: ["CREDIT_CARD_ABOUT_TO_EXPIRE"],
});

/** The body of create and update: the event type and the list of notifications are required. */
export const alertConfigInput = object(
  { eventTypeName, notifications: array(notificationInput) },
  { enabled: flag, matchers: array(matcher) },
  { title: "AlertConfigurationInput" },
);
/** The body that creates or updates a configuration; event and notifications are required. */
export type AlertConfigInput = Static<typeof alertConfigInput>;

/** The body that switches a configuration on or off without other changes. */
export const alertConfigToggle = object(
  {},
  { enabled: boolean({ examples: [true] }) },
  { title: "AlertConfigurationToggle" },
);

/** A configuration in an answer, with its id and timestamps. */
export const alertConfig = object(
  { id: recordId },
  {
    created: dateTime,
    enabled: boolean(),
    eventTypeName,
    groupId: recordId,
    matchers: array(matcher),
    notifications: array(notification),
    updated: dateTime,
  },
  { title: "AlertConfiguration" },
);
/** A value that `alertConfig` accepts. */
export type AlertConfig = Static<typeof alertConfig>;
