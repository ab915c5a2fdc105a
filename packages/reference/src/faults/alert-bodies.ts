import type { Violation } from "@plumbline/schemas/validate";
import type { Behaviour } from "../decisions/behaviour.ts";
import { fieldsOf, listMember } from "../rules/members.ts";
import { CONFIG, MATCHER } from "./bodies.ts";
import type { FaultRecord } from "./fault.ts";
import { acknowledges, createsConfig } from "./requests.ts";

/** Accepts bodies with the violations that the function selects. */
const overlooks =
  (overlooked: (violation: Violation) => boolean) =>
  ({ objections }: Behaviour): Partial<Behaviour> => ({
    objections: (found, sent) => objections(found, sent).filter((violation) => !overlooked(violation)),
  });

/* Faults about the bodies of alert configurations and acknowledgements. */

/** Members of configurations and acknowledgements that the server does not validate, one by one. */
export const uncheckedMembers: readonly FaultRecord[] = [
  {
    id: "VA-34",
    text: "An alert configuration without notifications is accepted.",
    violates: ["ALC-NOTIFICATIONS-REQUIRED"],
    change: overlooks(({ pointer, keyword }) => pointer === "/notifications" && keyword === "required"),
    probe: createsConfig({ eventTypeName: "JOINED_GROUP" }),
  },
  {
    id: "VA-35",
    text: "An alert configuration without an event type, or with an empty one, is accepted.",
    violates: ["ALC-EVENTTYPE-REQUIRED", "EVT-FAMILIES"],
    change: (behaviour) => ({
      ...overlooks(({ pointer, keyword }) => pointer === "/eventTypeName" && keyword === "required")(behaviour),
      knowsEventType: (name, write) => name === "" || behaviour.knowsEventType(name, write),
    }),
    probe: createsConfig({ notifications: [] }),
  },
  {
    id: "VA-36",
    text: "enabled accepts any value, and every value except true counts as false.",
    violates: ["ALC-ENABLED-BOOL", "GEN-MEMBER-KIND"],
    change: overlooks(({ pointer }) => pointer === "/enabled"),
    probe: createsConfig({ ...CONFIG, enabled: "abc" }),
  },
  {
    id: "VA-37",
    text: "An event type that does not exist is accepted.",
    violates: ["EVT-FAMILIES"],
    change: () => ({ knowsEventType: () => true }),
    probe: createsConfig({ ...CONFIG, eventTypeName: "NOT_AN_EVENT_TYPE" }),
  },
  {
    id: "VA-53",
    text: "An empty text is accepted as an event type.",
    violates: ["EVT-FAMILIES"],
    change: ({ knowsEventType }) => ({ knowsEventType: (name, write) => name === "" || knowsEventType(name, write) }),
    probe: createsConfig({ ...CONFIG, eventTypeName: "" }),
  },
  {
    id: "VA-38",
    text: "A matcher may name a field that is not among the matcher field names.",
    violates: ["ALC-MATCHER-KNOWN"],
    change: () => ({ knowsMatcherField: () => true }),
    probe: createsConfig({ ...CONFIG, matchers: [{ ...MATCHER, fieldName: "NOT_A_FIELD" }] }),
  },
  {
    id: "VA-51",
    text: "An update accepts a matcher on a field that is not among the matcher field names.",
    violates: ["ALC-MATCHER-KNOWN"],
    change: ({ keeps, knowsMatcherField }) => {
      let last = "";
      return {
        keeps: (body, operation) => {
          last = operation.id;
          return keeps(body, operation);
        },
        knowsMatcherField: (name) => last === "updateAlertConfig" || knowsMatcherField(name),
      };
    },
    probe: [["updateAlertConfig", { json: { ...CONFIG, matchers: [{ ...MATCHER, fieldName: "NOT_A_FIELD" }] } }]],
  },
  {
    id: "VA-52",
    text: "An update accepts a notification of a kind that does not exist.",
    violates: ["ALC-NOTIF-KIND-NEEDED"],
    change: ({ objections }) => ({
      objections: (found, sent) => {
        const [first] = listMember(fieldsOf(sent.body), "notifications");
        const odd = sent.operation.id === "updateAlertConfig" && first?.["typeName"] === "PLUMBLINE_NO_SUCH_KIND";
        return odd ? [] : objections(found, sent);
      },
    }),
    probe: [["updateAlertConfig", { json: { ...CONFIG, notifications: [{ typeName: "PLUMBLINE_NO_SUCH_KIND" }] } }]],
  },
  {
    id: "VA-39",
    text: "An acknowledgementComment of 201 characters is accepted.",
    violates: ["ALT-COMMENT-MAX"],
    change: overlooks(({ pointer, keyword }) => pointer === "/acknowledgementComment" && keyword === "maxLength"),
    probe: acknowledges({ acknowledgementComment: "x".repeat(201) }),
  },
  {
    id: "VA-40",
    text: "acknowledgedUntil accepts any text, and a text that is not a date and time counts as the epoch.",
    violates: ["ALT-ACK-UNTIL-FORMAT"],
    change: (behaviour) => ({
      ...overlooks(({ pointer, keyword }) => pointer === "/acknowledgedUntil" && keyword === "format")(behaviour),
      readInstant: (text) => behaviour.readInstant(text) ?? 0,
    }),
    probe: acknowledges({ acknowledgedUntil: "tomorrow" }),
  },
];

/** Bodies with a whole part that the server does not validate. */
export const uncheckedParts: readonly FaultRecord[] = [
  {
    id: "VA-21",
    text: "The members of a notification target are not checked against its own kind.",
    violates: [
      "ALC-NOTIF-FIELDS",
      "ALC-NOTIF-KIND-NEEDED",
      "ALC-NOTIF-TYPES",
      "ALC-NOTIF-DISCRIMINATOR",
      "GEN-MEMBER-KIND",
    ],
    change: overlooks(({ pointer }) => /^\/notifications\/\d/.test(pointer)),
    probe: createsConfig({ ...CONFIG, notifications: [{ typeName: "MONITORING_PLATFORM", delayMin: "x" }] }),
  },
  {
    id: "VA-23",
    text: "A body whose Content-Type carries a parameter is not validated.",
    violates: ["ALC-NOTIFICATIONS-REQUIRED"],
    change: ({ objections }) => ({
      objections: (found, sent) => (sent.contentType.includes(";") ? [] : objections(found, sent)),
    }),
    probe: createsConfig({ ...CONFIG, enabled: "x" }, { "Content-Type": "application/json; charset=utf-8" }),
  },
];

/** Names of event types and matcher fields whose lookup is wrong. */
export const misjudgedNames: readonly FaultRecord[] = [
  {
    id: "VA-45",
    text: "The event type DEPLOYMENT_FAILURE is refused.",
    violates: ["EVT-EXAMPLES"],
    change: ({ knowsEventType }) => ({
      knowsEventType: (name, write) => name !== "DEPLOYMENT_FAILURE" && knowsEventType(name, write),
    }),
    probe: createsConfig({ ...CONFIG, eventTypeName: "DEPLOYMENT_FAILURE" }),
  },
  {
    id: "VA-46",
    text: "Every matcher is refused, no matter which field it names.",
    violates: ["ALC-MATCHERS-OPTIONAL"],
    change: () => ({ knowsMatcherField: () => false }),
    probe: createsConfig({ ...CONFIG, matchers: [MATCHER] }),
  },
  {
    id: "VA-47",
    text: "An update accepts an event type that does not exist.",
    violates: ["EVT-FAMILIES"],
    change: ({ knowsEventType }) => ({
      knowsEventType: (name, write) => write === "update" || knowsEventType(name, write),
    }),
    probe: [["updateAlertConfig", { json: { ...CONFIG, eventTypeName: "NOT_AN_EVENT_TYPE" } }]],
  },
];

/** A server that does not check `matchers`; outside the lists here because it has its own place in `validation`. */
export const anyMatchers: FaultRecord = {
  id: "VA-43",
  text: "matchers accepts any value, and a value that is not a list counts as none.",
  violates: ["ALC-MATCHERS-ARRAY", "GEN-MEMBER-KIND"],
  change: overlooks(({ pointer }) => pointer === "/matchers"),
  probe: createsConfig({ ...CONFIG, matchers: {} }),
};

/** A limit that shows only with characters of several bytes; the probe sends 150 of two bytes each. */
export const lengthInBytes: FaultRecord = {
  id: "VA-08",
  text: "The length of acknowledgementComment is counted in bytes of UTF-8 instead of characters.",
  violates: ["ALT-COMMENT-MAX", "ALT-COMMENT-ASTRAL"],
  change: ({ objections }) => ({
    objections: (found, sent) => {
      const comment = fieldsOf(sent.body)["acknowledgementComment"];
      const bytes = typeof comment === "string" ? Buffer.byteLength(comment) : 0;
      const tooLong = {
        pointer: "/acknowledgementComment",
        keyword: "maxLength",
        expected: "at most 200",
        received: "",
      };
      return bytes > 200 ? [tooLong] : objections(found, sent);
    },
  }),
  probe: acknowledges({ acknowledgementComment: "é".repeat(150) }),
};
