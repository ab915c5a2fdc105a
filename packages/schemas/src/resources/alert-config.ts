import { array, boolean, object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { dateTime, flag, recordId } from "../vocabulary.ts";
import { notification, notificationInput } from "./notification.ts";

/** A condition's filter; `operator` is open because only EQUALS is shown. */
export const matcher = object(
  {},
  {
    fieldName: string({ examples: ["TYPE_NAME"] }),
    operator: string({ "x-known-values": ["EQUALS", "NOT_EQUALS", "CONTAINS", "REGEX"], examples: ["EQUALS"] }),
    value: string({ examples: ["SECONDARY"] }),
  },
  { title: "Matcher" },
);
/** A condition on a field of what an alert is about. */
export type Matcher = Static<typeof matcher>;

const eventTypeName = string({
  "x-known-values": ["CREDIT_CARD_ABOUT_TO_EXPIRE", "DEPLOYMENT_FAILURE"],
  examples: ["CREDIT_CARD_ABOUT_TO_EXPIRE"],
});

/** The body of create and update: the event type and at least the list of targets. */
export const alertConfigInput = object(
  { eventTypeName, notifications: array(notificationInput) },
  { enabled: flag, matchers: array(matcher) },
  { title: "AlertConfigurationInput" },
);
/** The body that creates or updates a configuration; the event and the notifications are required. */
export type AlertConfigInput = Static<typeof alertConfigInput>;

/** The body that switches a configuration on or off, and changes nothing else. */
export const alertConfigToggle = object(
  {},
  { enabled: boolean({ examples: [true] }) },
  { title: "AlertConfigurationToggle" },
);

/** A configuration as an answer shows it, with its id and its moments. */
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
/** What `alertConfig` accepts. */
export type AlertConfig = Static<typeof alertConfig>;
