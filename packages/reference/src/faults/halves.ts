import type { BoundOperation, OperationId } from "@plumbline/schemas";
import type { Behaviour } from "../decisions/behaviour.ts";
import type { KeptPart } from "../decisions/kept-part.ts";
import { fieldsOf } from "../rules/members.ts";
import { CONFIG, INDEX } from "./bodies.ts";
import { layer } from "./fault.ts";

/** Carries out one member of a refused body, if its value fits; `by` is the write that changes it alone. */
const keepsHalf =
  (id: OperationId, name: string, fits: (value: unknown) => boolean, by = id) =>
  ({ keptOfRefused }: Behaviour): Partial<Behaviour> => ({
    keptOfRefused: (body: unknown, operation: BoundOperation): KeptPart | undefined => {
      const value = fieldsOf(body)[name];
      return operation.id === id && fits(value)
        ? { operation: by, body: { [name]: value } }
        : keptOfRefused(body, operation);
    },
  });

const CREATES_INDEX: readonly OperationId[] = ["createSearchIndex", "createSearchIndexLegacy"];

/** Mistakes of servers that store a body member by member and refuse it in the middle. */
export const halfFaults = layer("refused bodies", [
  {
    id: "RB-01",
    text: "A schedule update that is refused for another member still moves referenceHourOfDay.",
    violates: ["SCH-TYPES-REJECT"],
    inPassing: ["REC-REFUSED"],
    change: keepsHalf("updateBackupSchedule", "referenceHourOfDay", (value) => typeof value === "number"),
    probe: [
      ["updateBackupSchedule", { json: { referenceHourOfDay: 5, copySettings: {} } }],
      ["getBackupSchedule"],
      ["updateBackupSchedule", { json: { referenceHourOfDay: 6, copySettings: {} } }],
      ["getBackupSchedule"],
    ],
  },
  {
    id: "RB-02",
    text: "An auditing update that is refused for another member still sets auditAuthorizationSuccess.",
    violates: ["AUD-TYPES-REJECT"],
    inPassing: ["REC-REFUSED", "REC-TURNS"],
    change: keepsHalf("updateAuditing", "auditAuthorizationSuccess", (value) => typeof value === "boolean"),
    probe: [true, false].flatMap((auditAuthorizationSuccess) => [
      ["updateAuditing", { json: { auditAuthorizationSuccess, enabled: "x" } }],
      ["getAuditing"],
    ]),
  },
  {
    id: "RB-03",
    text: "An update of an alert configuration that is refused for another member still enables it.",
    violates: ["ALC-NOTIFICATIONS-REQUIRED"],
    inPassing: ["REC-REFUSED"],
    change: keepsHalf("updateAlertConfig", "enabled", (value) => value === true, "setAlertConfigEnabled"),
    probe: [true, false].flatMap((enabled) => [
      ["updateAlertConfig", { json: { ...CONFIG, enabled, notifications: {} } }],
      ["getAlertConfig"],
    ]),
  },
  {
    id: "RB-04",
    text: "An update of an alert configuration that is refused for its notifications has already stored its event type.",
    violates: ["ALC-NOTIFICATIONS-REQUIRED"],
    inPassing: ["REC-REFUSED"],
    change: (behaviour) => ({
      ...keepsHalf("updateAlertConfig", "eventTypeName", (value) => typeof value === "string")(behaviour),
      updatedConfig: (config, fields, updated) =>
        fields.notifications.length === 0
          ? { ...config, eventTypeName: fields.eventTypeName }
          : behaviour.updatedConfig(config, fields, updated),
    }),
    probe: [
      ["updateAlertConfig", { json: { ...CONFIG, eventTypeName: "JOINED_GROUP", notifications: {} } }],
      ["getAlertConfig"],
      ["updateAlertConfig", { json: { ...CONFIG, eventTypeName: "REMOVED_FROM_GROUP", notifications: {} } }],
      ["getAlertConfig"],
    ],
  },
  {
    id: "RB-05",
    text: "A search index that is refused for its definition leaves its name taken.",
    violates: ["SRCH-NAME-UNIQUE"],
    change: ({ keptOfRefused, search }) => {
      const taken = new Set<unknown>();
      return {
        keptOfRefused: (body, operation) => {
          if (CREATES_INDEX.includes(operation.id)) taken.add(fieldsOf(body)["name"]);
          return keptOfRefused(body, operation);
        },
        search: { ...search, takesName: (names) => !taken.has(names.name) && search.takesName(names) },
      };
    },
    probe: [
      ["createSearchIndexLegacy", { json: { ...INDEX, mappings: "x" } }],
      ["createSearchIndexLegacy", { json: INDEX }],
    ],
  },
]);
