import type { Fields } from "../../ground/json.ts";
import { listIn } from "../../oracles/envelope.ts";
import { depthOf, isNoRecord, ofShape, violated, violatedInRecords } from "../../oracles/violated.ts";
import { type Requirement, watch } from "../../rule/requirement.ts";
import { listsMatcherFields } from "../shared/matcher-fields.ts";
import { is } from "../shared/subjects.ts";
import { type BodyFault, bodyFaults } from "./body-faults.ts";
import { createMatched, needsMatcher } from "./config-steps.ts";

const RESOURCE = "Resources and their fields > Alert configuration";
const OPERATIONS = "Endpoints > Alert configurations (may change; under revision)";

const NOT_ON_OFFER = { fieldName: "PLUMBLINE_NO_SUCH_FIELD", operator: "EQUALS", value: "x" };
const UNKNOWN_KIND = { typeName: "PLUMBLINE_NO_SUCH_KIND" };

const returnsConfig = is(
  "listAlertConfigs",
  "createAlertConfig",
  "getAlertConfig",
  "setAlertConfigEnabled",
  "updateAlertConfig",
  "listAlertConfigsOfAlert",
);
const inNotification = (pointer: string): boolean => /\/notifications\/\d+\//.test(pointer);

/** A valid notification of the monitoring platform, except for `change`. */
const monitored = (change: Fields): BodyFault => ({
  change: {
    notifications: [
      {
        typeName: "MONITORING_PLATFORM",
        monitoringApiKey: "a1b2c3d4e5f60718293a4b5c6d7e8f90",
        monitoringRegion: "US",
        ...change,
      },
    ],
  },
});

/** The rules on the members of alert configurations; other files have the rules on toggles and changes. */
export const alertConfigs: readonly Requirement[] = [
  watch({
    id: "ALC-FIELDS",
    level: "MUST",
    basis: "stated",
    text: "Members of alert configurations have the listed types.",
    section: RESOURCE,
    on: returnsConfig,
    examine: violatedInRecords(
      (violation) =>
        ofShape(violation) &&
        depthOf(violation) >= 1 &&
        !inNotification(violation.pointer) &&
        !/^\/(results|totalCount)$/.test(violation.pointer) &&
        !isNoRecord(violation),
    ),
  }),
  watch({
    id: "ALC-NOTIF-TYPES",
    level: "MUST",
    basis: "stated",
    text: "Members of the monitoring platform's notification have the listed types.",
    section: RESOURCE,
    on: returnsConfig,
    examine: violatedInRecords(
      (violation) =>
        ofShape(violation) && inNotification(violation.pointer) && !violation.pointer.endsWith("/typeName"),
    ),
  }),
  watch({
    id: "ALC-NOTIF-DISCRIMINATOR",
    level: "MUST",
    basis: "stated",
    text: "Every notification says in typeName which kind it is.",
    section: RESOURCE,
    on: returnsConfig,
    examine: violatedInRecords(
      (violation) => inNotification(violation.pointer) && violation.pointer.endsWith("/typeName"),
    ),
  }),
  watch({
    id: "ALC-MATCHER-NAMES",
    level: "MUST",
    basis: "stated",
    text: "The matcher field names are an array of strings.",
    section: OPERATIONS,
    on: is("listMatcherFieldNames"),
    examine: (watched) => (watched.call.query?.["envelope"] === "true" ? undefined : violated(() => true)(watched)),
  }),
  bodyFaults({
    id: "ALC-EVENTTYPE-REQUIRED",
    level: "MUST",
    basis: "derived:D1",
    text: "Create and update need eventTypeName.",
    section: RESOURCE,
    operations: ["createAlertConfig", "updateAlertConfig"],
    faults: {
      "a body without eventTypeName": { change: { eventTypeName: undefined } },
      "eventTypeName null": { change: { eventTypeName: null } },
      "eventTypeName 5": { change: { eventTypeName: 5 } },
    },
  }),
  bodyFaults({
    id: "ALC-NOTIFICATIONS-REQUIRED",
    level: "MUST",
    basis: "derived:D1",
    text: "Create and update need notifications.",
    section: RESOURCE,
    operations: ["createAlertConfig", "updateAlertConfig"],
    faults: {
      "a body without notifications": { change: { notifications: undefined } },
      "a body without notifications, its media type with a charset": {
        change: { notifications: undefined },
        contentType: "application/json; charset=utf-8",
      },
      "notifications as an object": { change: { notifications: {} } },
      // A server may have stored the other members when it notices what is missing.
      "a body without notifications, and of another event type": {
        change: { notifications: undefined, eventTypeName: "JOINED_GROUP" },
      },
    },
    beside: ({ enabled }) => ({ enabled: enabled !== true }),
  }),
  bodyFaults({
    id: "ALC-ENABLED-BOOL",
    level: "MUST",
    basis: "derived:D1",
    text: "enabled is a boolean.",
    section: OPERATIONS,
    operations: ["createAlertConfig", "updateAlertConfig", "setAlertConfigEnabled"],
    faults: {
      'enabled "plumbline"': { change: { enabled: "plumbline" } },
      "enabled as an object": { change: { enabled: {} } },
    },
  }),
  bodyFaults({
    id: "ALC-MATCHERS-ARRAY",
    level: "MUST",
    basis: "derived:D1",
    text: "matchers is an array.",
    section: RESOURCE,
    operations: ["createAlertConfig", "updateAlertConfig"],
    faults: { "matchers as an object": { change: { matchers: {} } } },
  }),
  bodyFaults({
    id: "ALC-MATCHER-KNOWN",
    level: "MUST",
    basis: "derived:D1",
    text: "A matcher's fieldName is one of those that the matcher field names operation returns.",
    section: RESOURCE,
    mock: "its document leaves the set of names open",
    operations: ["createAlertConfig", "updateAlertConfig"],
    faults: {
      "a fieldName that is not on offer": {
        change: { matchers: [NOT_ON_OFFER] },
      },
    },
    foundFaults: async (story) => {
      // Without that operation, nothing says which names there are.
      if (!listsMatcherFields(story)) return needsMatcher(story);
      const { matcher } = await createMatched(story);
      if (matcher === undefined) return {};
      return {
        "a fieldName that is not on offer behind one that is": { change: { matchers: [matcher, NOT_ON_OFFER] } },
      };
    },
  }),
  bodyFaults({
    id: "ALC-NOTIF-FIELDS",
    level: "MUST",
    basis: "derived:D1",
    text: "delayMin and intervalMin of the monitoring platform's notification are integers.",
    section: RESOURCE,
    operations: ["createAlertConfig", "updateAlertConfig"],
    faults: {
      'delayMin "plumbline"': monitored({ delayMin: "plumbline" }),
      "intervalMin 1.5": monitored({ intervalMin: 1.5 }),
    },
  }),
  bodyFaults({
    id: "ALC-NOTIF-KIND-NEEDED",
    level: "SHOULD",
    basis: "derived:D1",
    text: "A notification without typeName, or with one that is not among the fourteen kinds, is refused.",
    section: RESOURCE,
    operations: ["createAlertConfig", "updateAlertConfig"],
    faults: {
      "a notification without typeName": { change: { notifications: [{ emailAddress: "plumbline@example.com" }] } },
      "a notification of an unknown kind": { change: { notifications: [UNKNOWN_KIND] } },
      "a notification of an unknown kind behind a right one": {
        change: ({ notifications }) => ({ notifications: [...(listIn(notifications) ?? []), UNKNOWN_KIND] }),
      },
    },
  }),
];
