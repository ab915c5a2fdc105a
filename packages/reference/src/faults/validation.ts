import type { Parameter, Reading } from "@plumbline/schemas";
import type { Violation } from "@plumbline/schemas/validate";
import type { Behaviour } from "../behaviour.ts";
import { fieldsOf, listMember } from "../rules/members.ts";
import { MAIN_CLUSTER } from "../world/world.ts";
import { CONFIG, ID, MATCHER } from "./bodies.ts";
import { layer } from "./fault.ts";
import { acknowledges, createsConfig, readsHistory, readsHistoryOf } from "./requests.ts";

type Misreading = (parameter: Parameter, text: string) => unknown;

/** Takes some texts that are refused otherwise: those for which `misread` has a value. */
const takes =
  (misread: Misreading) =>
  ({ read }: Behaviour): Partial<Behaviour> => ({
    read: (parameter, text): Reading => {
      const reading = read(parameter, text);
      const value = reading.kind === "value" ? undefined : misread(parameter, text);
      return value === undefined ? reading : { kind: "value", value };
    },
  });

/** Misreads one parameter only. */
const takesFor = (name: string, misread: (text: string) => unknown) =>
  takes((parameter, text) => (parameter.name === name ? misread(text) : undefined));

/** Lets bodies pass that break keywords at certain places. */
const overlooks =
  (overlooked: (violation: Violation) => boolean) =>
  ({ objections }: Behaviour): Partial<Behaviour> => ({
    objections: (found, sent) => objections(found, sent).filter((violation) => !overlooked(violation)),
  });

/** The same in writes alone. */
const writesTake =
  (misread: Misreading) =>
  ({ read }: Behaviour): Partial<Behaviour> => ({
    read: (parameter, text, operation): Reading => {
      const reading = read(parameter, text, operation);
      const writes = operation !== undefined && operation.risk !== "read";
      const value = reading.kind === "value" || !writes ? undefined : misread(parameter, text);
      return value === undefined ? reading : { kind: "value", value };
    },
  });

const isRecordId = ({ schema }: Parameter): boolean => schema.title === "RecordId";
const ID_REFUSALS = [
  "GEN-ID-REJECT-groupId",
  "GEN-ID-REJECT-alertConfigId",
  "GEN-ID-REJECT-alertId",
  "GEN-ID-REJECT-roleId",
  "GEN-ID-REJECT-indexId",
  "GEN-ID-REJECT-orgId",
  "GEN-ID-REJECT-liveMigrationId",
  "GEN-ID-REJECT-validationId",
  "GEN-ID-REJECT-exportBucketId",
  "GEN-ID-REJECT-exportId",
  "GEN-ID-REJECT-restoreJobId",
  "GEN-ID-REJECT-snapshotId",
  "METRICS-GROUP-REJECT",
  "GEN-ADDRESS-REJECT-WRITES",
];

export const validationFaults = layer("validation", [
  {
    id: "VA-01",
    text: "A clusterName of 65 characters is accepted, and taken for the main cluster.",
    violates: ["GEN-CLUSTERNAME-REJECT"],
    change: takesFor("clusterName", (text) => (text.length === 65 ? MAIN_CLUSTER : undefined)),
    probe: readsHistoryOf("a".repeat(65)),
  },
  {
    id: "VA-02",
    text: "A clusterName that ends in a hyphen is accepted, and the hyphen is lost.",
    violates: ["GEN-CLUSTERNAME-REJECT", "GEN-ADDRESS-REJECT-WRITES"],
    change: takesFor("clusterName", (text) =>
      /^[a-zA-Z0-9][a-zA-Z0-9-]{0,63}$/.test(text) ? MAIN_CLUSTER : undefined,
    ),
    probe: readsHistoryOf("Cluster0-"),
  },
  {
    id: "VA-04",
    text: "Ids are matched without regard to the case of letters.",
    violates: ID_REFUSALS,
    change: takes((parameter, text) =>
      isRecordId(parameter) && /^[a-f0-9]{24}$/i.test(text) ? text.toLowerCase() : undefined,
    ),
    probe: [["getAlertConfig", { path: { alertConfigId: ID.toUpperCase() } }]],
  },
  {
    id: "VA-05",
    text: "The pattern of ids is not anchored: any text that contains an id is taken for it.",
    violates: ID_REFUSALS,
    change: takes((parameter, text) => (isRecordId(parameter) ? /[a-f0-9]{24}/.exec(text)?.[0] : undefined)),
    probe: [["getAlertConfig", { path: { alertConfigId: `x${ID}` } }]],
  },
  {
    id: "VA-90",
    text: "Digits of every script are digits of an id.",
    violates: ID_REFUSALS.filter((id) => id !== "GEN-ADDRESS-REJECT-WRITES"),
    change: takes((parameter, text) => {
      const plain = text.normalize("NFKC");
      return isRecordId(parameter) && /^[a-f0-9]{24}$/.test(plain) ? plain : undefined;
    }),
    probe: [["getAlertConfig", { path: { alertConfigId: ID.replace(/[0-9]/, "\uff11") } }]],
  },
  {
    id: "VA-48",
    text: "Writes take ids in upper case, which reads refuse.",
    violates: ["GEN-ADDRESS-REJECT-WRITES"],
    change: writesTake((parameter, text) =>
      isRecordId(parameter) && /^[a-f0-9]{24}$/i.test(text) ? text.toLowerCase() : undefined,
    ),
    probe: [["deleteAlertConfig", { path: { alertConfigId: ID.toUpperCase() } }]],
  },
  {
    id: "VA-49",
    text: "Writes take a clusterName that ends in a hyphen, which is lost, and reads refuse it.",
    violates: ["GEN-ADDRESS-REJECT-WRITES"],
    change: writesTake(({ name }, text) =>
      name === "clusterName" && text.endsWith("-") ? text.slice(0, -1) : undefined,
    ),
    probe: [["deleteBackupSchedules", { path: { clusterName: "Cluster0-" } }]],
  },
  {
    id: "VA-50",
    text: "Writes take any text that contains the id of the project or the organization for it, and reads refuse it.",
    violates: ["GEN-ADDRESS-REJECT-WRITES"],
    change: writesTake(({ name }, text) =>
      name === "groupId" || name === "orgId" ? /[a-f0-9]{24}/.exec(text)?.[0] : undefined,
    ),
    probe: ({ reference: { world } }) => [["deleteAlertConfig", { path: { groupId: `${world.projectId}0` } }]],
  },
  {
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
  },
  {
    id: "VA-16",
    text: "Access history takes start without end, and end without start.",
    violates: ["ACC-START-END-PAIR"],
    change: () => ({ missingCompanion: () => undefined }),
    probe: readsHistory("start=1"),
  },
  {
    id: "VA-18",
    text: "ipAddress is not checked: 256.1.1.1, IPv6 addresses and ranges are accepted.",
    violates: ["ACC-IPADDRESS"],
    change: takesFor("ipAddress", (text) => text),
    probe: readsHistory("ipAddress=256.1.1.1"),
  },
  {
    id: "VA-21",
    text: "The members of a notification target are not checked against its own kind.",
    violates: ["ALC-NOTIF-FIELDS", "ALC-NOTIF-KIND-NEEDED", "ALC-NOTIF-TYPES", "ALC-NOTIF-DISCRIMINATOR"],
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
  {
    id: "VA-30",
    text: "nLogs=20001 is accepted.",
    violates: ["ACC-NLOGS-REJECT"],
    change: takesFor("nLogs", (text) => (text === "20001" ? 20_001 : undefined)),
    probe: readsHistory("nLogs=20001"),
  },
  {
    id: "VA-31",
    text: "nLogs=0 is refused.",
    violates: ["ACC-NLOGS-ACCEPT"],
    change: ({ read }) => ({
      read: (parameter, text) =>
        parameter.name === "nLogs" && text === "0"
          ? { kind: "none", keyword: "minimum", expected: "an integer of at least 1" }
          : read(parameter, text),
    }),
    probe: readsHistory("nLogs=0"),
  },
  {
    id: "VA-32",
    text: "authResult takes any text.",
    violates: ["ACC-AUTHRESULT-BOOL"],
    change: takesFor("authResult", () => false),
    probe: readsHistory("authResult=abc"),
  },
  {
    id: "VA-33",
    text: "start and end take any text, and mean nothing then.",
    violates: ["ACC-START-END-TYPE"],
    change: takes(({ name }) => (name === "start" ? 0 : name === "end" ? Number.MAX_SAFE_INTEGER : undefined)),
    probe: readsHistory("start=abc&end=abc"),
  },
  {
    id: "VA-34",
    text: "A configuration may leave out its notifications.",
    violates: ["ALC-NOTIFICATIONS-REQUIRED"],
    change: overlooks(({ pointer, keyword }) => pointer === "/notifications" && keyword === "required"),
    probe: createsConfig({ eventTypeName: "JOINED_GROUP" }),
  },
  {
    id: "VA-35",
    text: "A configuration may leave out its event type, or have one without a letter.",
    violates: ["ALC-EVENTTYPE-REQUIRED", "EVT-FAMILIES"],
    change: (behaviour) => ({
      ...overlooks(({ pointer, keyword }) => pointer === "/eventTypeName" && keyword === "required")(behaviour),
      knowsEventType: (name, write) => name === "" || behaviour.knowsEventType(name, write),
    }),
    probe: createsConfig({ notifications: [] }),
  },
  {
    id: "VA-36",
    text: "enabled takes any value, and anything but true is false.",
    violates: ["ALC-ENABLED-BOOL"],
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
    text: "The empty text is an event type.",
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
    text: "An update takes a matcher on a field that is not among the matcher field names.",
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
    text: "An update takes a notification of a kind that there is not.",
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
    text: "acknowledgedUntil takes any text; what is no date and time counts as the epoch.",
    violates: ["ALT-ACK-UNTIL-FORMAT"],
    change: (behaviour) => ({
      ...overlooks(({ pointer, keyword }) => pointer === "/acknowledgedUntil" && keyword === "format")(behaviour),
      readInstant: (text) => behaviour.readInstant(text) ?? 0,
    }),
    probe: acknowledges({ acknowledgedUntil: "tomorrow" }),
  },
  {
    id: "VA-41",
    text: "A clusterName of one character is refused.",
    violates: ["GEN-CLUSTERNAME-ACCEPT"],
    change: ({ read }) => ({
      read: (parameter, text) =>
        parameter.name === "clusterName" && text.length === 1
          ? { kind: "none", keyword: "minLength", expected: "at least 2 characters" }
          : read(parameter, text),
    }),
    probe: readsHistoryOf("a"),
  },
  {
    id: "VA-42",
    text: "A hostname that is an address is refused.",
    violates: ["GEN-HOSTNAME"],
    change: ({ read }) => ({
      read: (parameter, text) =>
        parameter.name === "hostname" && /^[\d.]+$/.test(text)
          ? { kind: "none", keyword: "format", expected: "a domain name" }
          : read(parameter, text),
    }),
    probe: [["getAccessLogsByHost", { path: { hostname: "192.0.2.1" } }]],
  },
  {
    id: "VA-43",
    text: "matchers takes any value, and what is no list is none.",
    violates: ["ALC-MATCHERS-ARRAY"],
    change: overlooks(({ pointer }) => pointer === "/matchers"),
    probe: createsConfig({ ...CONFIG, matchers: {} }),
  },
  {
    id: "VA-44",
    text: "A status that is none of the three selects open alerts.",
    violates: ["ALT-STATUS-QUERY"],
    change: takesFor("status", () => "OPEN"),
    probe: [["listAlerts", { query: "status=NOPE" }]],
  },
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
    text: "No matcher is taken, whatever field it names.",
    violates: ["ALC-MATCHERS-OPTIONAL"],
    change: () => ({ knowsMatcherField: () => false }),
    probe: createsConfig({ ...CONFIG, matchers: [MATCHER] }),
  },
  {
    id: "VA-47",
    text: "An update takes an event type that does not exist.",
    violates: ["EVT-FAMILIES"],
    change: ({ knowsEventType }) => ({
      knowsEventType: (name, write) => write === "update" || knowsEventType(name, write),
    }),
    probe: [["updateAlertConfig", { json: { ...CONFIG, eventTypeName: "NOT_AN_EVENT_TYPE" } }]],
  },
]);
