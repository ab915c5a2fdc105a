import type { Parameter, Reading } from "@plumbline/schemas";
import type { Behaviour } from "../decisions/behaviour.ts";
import { MAIN_CLUSTER } from "../world/world.ts";
import { anyMatchers, lengthInBytes, misjudgedNames, uncheckedMembers, uncheckedParts } from "./alert-bodies.ts";
import { ID } from "./bodies.ts";
import { layer } from "./fault.ts";
import { readsHistory, readsHistoryOf } from "./requests.ts";

type Misreading = (parameter: Parameter, text: string) => unknown;

/** Accepts some texts that a correct server refuses: those for which `misread` has a value. */
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

/** The same, only in writes. */
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

/** Parameters and bodies that the server accepts although they are invalid, or refuses although they are valid. */
export const validationFaults = layer("validation", [
  {
    id: "VA-01",
    text: "A clusterName of 65 characters is accepted, and means the main cluster.",
    violates: ["GEN-CLUSTERNAME-REJECT"],
    change: takesFor("clusterName", (text) => (text.length === 65 ? MAIN_CLUSTER : undefined)),
    probe: readsHistoryOf("a".repeat(65)),
  },
  {
    id: "VA-02",
    text: "A clusterName that ends in a hyphen is accepted, and means the main cluster.",
    violates: ["GEN-CLUSTERNAME-REJECT", "GEN-ADDRESS-REJECT-WRITES"],
    inPassing: ["REC-ELSEWHERE"],
    change: takesFor("clusterName", (text) =>
      /^[a-zA-Z0-9][a-zA-Z0-9-]{0,63}$/.test(text) ? MAIN_CLUSTER : undefined,
    ),
    probe: readsHistoryOf("Cluster0-"),
  },
  {
    id: "VA-04",
    text: "Ids are accepted in upper and lower case.",
    violates: ID_REFUSALS,
    inPassing: ["REC-ELSEWHERE"],
    change: takes((parameter, text) =>
      isRecordId(parameter) && /^[a-f0-9]{24}$/i.test(text) ? text.toLowerCase() : undefined,
    ),
    probe: [["getAlertConfig", { path: { alertConfigId: ID.toUpperCase() } }]],
  },
  {
    id: "VA-05",
    text: "Any text that contains an id is accepted as that id.",
    violates: ID_REFUSALS,
    inPassing: ["REC-ELSEWHERE"],
    change: takes((parameter, text) => (isRecordId(parameter) ? /[a-f0-9]{24}/.exec(text)?.[0] : undefined)),
    probe: [["getAlertConfig", { path: { alertConfigId: `x${ID}` } }]],
  },
  {
    id: "VA-90",
    text: "Ids with digits of another script are accepted.",
    violates: ID_REFUSALS.filter((id) => id !== "GEN-ADDRESS-REJECT-WRITES"),
    change: takes((parameter, text) => {
      const plain = text.normalize("NFKC");
      return isRecordId(parameter) && /^[a-f0-9]{24}$/.test(plain) ? plain : undefined;
    }),
    probe: [["getAlertConfig", { path: { alertConfigId: ID.replace(/[0-9]/, "\uff11") } }]],
  },
  {
    id: "VA-48",
    text: "Writes accept ids in upper case; reads refuse them.",
    violates: ["GEN-ADDRESS-REJECT-WRITES"],
    change: writesTake((parameter, text) =>
      isRecordId(parameter) && /^[a-f0-9]{24}$/i.test(text) ? text.toLowerCase() : undefined,
    ),
    probe: [["deleteAlertConfig", { path: { alertConfigId: ID.toUpperCase() } }]],
  },
  {
    id: "VA-49",
    text: "Writes accept a clusterName that ends in a hyphen, and drop the hyphen; reads refuse it.",
    violates: ["GEN-ADDRESS-REJECT-WRITES"],
    change: writesTake(({ name }, text) =>
      name === "clusterName" && text.endsWith("-") ? text.slice(0, -1) : undefined,
    ),
    probe: [["deleteBackupSchedules", { path: { clusterName: "Cluster0-" } }]],
  },
  {
    id: "VA-50",
    text: "Writes accept any text that contains the id of the project or the organization; reads refuse it.",
    violates: ["GEN-ADDRESS-REJECT-WRITES"],
    change: writesTake(({ name }, text) =>
      name === "groupId" || name === "orgId" ? /[a-f0-9]{24}/.exec(text)?.[0] : undefined,
    ),
    probe: ({ reference: { world } }) => [["deleteAlertConfig", { path: { groupId: `${world.projectId}0` } }]],
  },
  lengthInBytes,
  {
    id: "VA-16",
    text: "The access history accepts start without end, and end without start.",
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
  ...uncheckedParts,
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
    text: "authResult accepts any text.",
    violates: ["ACC-AUTHRESULT-BOOL"],
    change: takesFor("authResult", () => false),
    probe: readsHistory("authResult=abc"),
  },
  {
    id: "VA-33",
    text: "start and end accept any text, and then have no effect.",
    violates: ["ACC-START-END-TYPE"],
    change: takes(({ name }) => (name === "start" ? 0 : name === "end" ? Number.MAX_SAFE_INTEGER : undefined)),
    probe: readsHistory("start=abc&end=abc"),
  },
  ...uncheckedMembers,
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
    text: "A hostname that is an IP address is refused.",
    violates: ["GEN-HOSTNAME"],
    change: ({ read }) => ({
      read: (parameter, text) =>
        parameter.name === "hostname" && /^[\d.]+$/.test(text)
          ? { kind: "none", keyword: "format", expected: "a domain name" }
          : read(parameter, text),
    }),
    probe: [["getAccessLogsByHost", { path: { hostname: "192.0.2.1" } }]],
  },
  anyMatchers,
  {
    id: "VA-44",
    text: "An unknown status selects open alerts.",
    violates: ["ALT-STATUS-QUERY", "ALT-LIST-STATUS-FILTER"],
    change: takesFor("status", () => "OPEN"),
    probe: [["listAlerts", { query: "status=NOPE" }]],
  },
  ...misjudgedNames,
]);
