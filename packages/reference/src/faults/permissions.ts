import type { Role } from "@plumbline/schemas";
import type { Behaviour } from "../decisions/behaviour.ts";
import { fieldsOf, textMember } from "../rules/members.ts";
import { CONFIG } from "./bodies.ts";
import type { FaultRecord } from "./fault.ts";

/** Lets callers with one additional role use one operation. */
const alsoAllows =
  (id: string, role: Role) =>
  ({ allowed }: Behaviour): Partial<Behaviour> => ({
    allowed: (operation, held) => allowed(operation, held) || (operation.id === id && held.here.includes(role)),
  });

/** The server counts roles at places where they do not hold, or does not count them where they do. */
export const placeFaults: readonly FaultRecord[] = [
  {
    id: "AU-20",
    text: "A key without any role may read.",
    violates: ["AUTH-ROLES-GATE", "AUTH-ROLES-OWNER-READS", "AUTH-ROLES-LOWER-READS"],
    change: ({ allowed }) => ({ allowed: (operation, held) => operation.risk === "read" || allowed(operation, held) }),
    probe: [["listAlerts", { as: "noRole" }]],
  },
  {
    id: "AU-82",
    text: "The refusal of a caller without the role repeats the address in the backup compliance policy.",
    violates: ["AUTH-ROLES-GATE", "AUTH-ROLES-OWNER-READS"],
    change: ({ answers, errorBody }) => {
      let address = "";
      return {
        answers: (operation, body, given, version) => {
          const answer = answers(operation, body, given, version);
          address = textMember(fieldsOf(answer.body), "authorizedEmail") ?? address;
          return answer;
        },
        errorBody: (error) =>
          errorBody(error.error === 403 ? { ...error, detail: `${error.detail} ${address}` } : error),
      };
    },
    probe: [["getBackupCompliancePolicy"], ["getBackupCompliancePolicy", { as: "projectReadOnly" }]],
  },
  {
    id: "AU-66",
    text: "If the project id in the path contains an escape, a role on any project is enough.",
    violates: ["AUTH-ROLES-GATE"],
    change: () => ({ waitsForPlace: () => false }),
    probe: async ({ reference: { keys, world }, url, send, challenge, digest }) => {
      const [first = "", ...rest] = world.projectId;
      const escaped = `%${first.charCodeAt(0).toString(16)}${rest.join("")}`;
      const address = url("listAlerts").replace(world.projectId, escaped);
      const Authorization = digest(keys.otherProjectOwner, await challenge(), { url: address });
      return [await send(address, { headers: { Authorization } })];
    },
  },
  {
    id: "AU-69",
    text: "A key that may only read one project may read all projects.",
    violates: ["AUTH-ROLES-GATE", "CLU-ALL-REACH"],
    change: ({ heldRoles }) => ({
      heldRoles: (grant, place) => {
        const reads = place !== undefined && grant.roles.every((role) => role === "Project Read Only");
        return heldRoles(reads ? { ...grant, projectIds: [place.id] } : grant, place);
      },
    }),
    probe: ({ reference: { world } }) => [
      ["listAlerts", { as: "projectReadOnly", path: { groupId: world.otherProjectId } }],
    ],
  },
  {
    id: "AU-21",
    text: "Project Monitoring Admin may not read access history.",
    violates: ["OP01-ROLE"],
    change: ({ allowed }) => ({
      allowed: (operation, held) =>
        allowed(operation, { ...held, here: held.here.filter((role) => role !== "Project Monitoring Admin") }),
    }),
    probe: [["getAccessLogsByCluster", { as: "projectMonitoringAdmin" }]],
  },
  {
    id: "AU-22",
    text: "A key without any role may delete an alert configuration and acknowledge alerts.",
    violates: ["AUTH-ROLES-GATE-WRITES", "AUTH-ROLES-READ-ONLY", "AUTH-ROLES-LOWER-WRITES"],
    change: ({ allowed }) => ({
      allowed: (operation, held) =>
        operation.id === "deleteAlertConfig" || operation.id === "acknowledgeAlert" || allowed(operation, held),
    }),
    probe: [["deleteAlertConfig", { as: "noRole" }]],
  },
];

/** The server accepts, or refuses, a single role for an operation that requires others. */
export const oneRoleFaults: readonly FaultRecord[] = [
  {
    id: "AU-60",
    text: "A key with Project Data Access Read Write alone may replace custom analyzers.",
    violates: ["AUTH-ROLES-LOWER-WRITES"],
    change: alsoAllows("replaceCustomAnalyzers", "Project Data Access Read Write"),
    probe: [["replaceCustomAnalyzers", { as: "projectDataAccessReadWrite", json: [] }]],
  },
  {
    id: "AU-61",
    text: "A key with Project Cluster Admin alone may delete alert configurations.",
    violates: ["AUTH-ROLES-LOWER-WRITES"],
    change: alsoAllows("deleteAlertConfig", "Project Cluster Admin"),
    probe: [["deleteAlertConfig", { as: "projectClusterAdmin" }]],
  },
  {
    id: "AU-62",
    text: "A key with Organization Member alone may delete the link of the organization.",
    violates: ["AUTH-ROLES-LOWER-WRITES"],
    change: alsoAllows("deleteLinkToken", "Organization Member"),
    probe: [["deleteLinkToken", { as: "organizationMember" }]],
  },
  {
    id: "AU-65",
    text: "A key with Project Owner alone may validate migrations.",
    violates: ["AUTH-ROLES-LOWER-WRITES"],
    change: alsoAllows("validateMigration", "Project Owner"),
    probe: [["validateMigration", { as: "projectOwner", json: {} }]],
  },
  {
    id: "AU-78",
    text: "A key that has roles only on another project may cancel restore jobs.",
    violates: ["AUTH-ROLES-GATE-WRITES"],
    change: ({ allowed }) => ({
      allowed: (operation, held) =>
        allowed(operation, held) || (operation.id === "cancelRestoreJob" && held.any && held.here.length === 0),
    }),
    probe: [["cancelRestoreJob", { as: "otherProjectOwner" }]],
  },
  {
    id: "AU-79",
    text: "A key with Project Cluster Admin alone may cancel restore jobs.",
    violates: ["AUTH-ROLES-LOWER-WRITES"],
    change: alsoAllows("cancelRestoreJob", "Project Cluster Admin"),
    probe: [["cancelRestoreJob", { as: "projectClusterAdmin" }]],
  },
  {
    id: "AU-80",
    text: "Once a migration was cut over, a key with Organization Member alone may no longer read one.",
    violates: ["AUTH-ROLES-LATER"],
    change: ({ allowed }) => {
      let isDone = false;
      return {
        allowed: (operation, held) => {
          const may = allowed(operation, held);
          if (operation.id === "cutOverMigration" && may) isDone = true;
          const isLost = isDone && operation.id === "getMigration" && held.here.length === 1;
          return may && !isLost;
        },
      };
    },
    probe: [["cutOverMigration"], ["getMigration", { as: "organizationMember" }]],
  },
  {
    id: "AU-63",
    text: "A key with Project Read Only alone may read search indexes.",
    violates: ["AUTH-ROLES-LOWER-READS"],
    change: alsoAllows("listSearchIndexes", "Project Read Only"),
    probe: [["listSearchIndexes", { as: "projectReadOnly" }]],
  },
  {
    id: "AU-64",
    text: "A key with Project Data Access Admin alone may not list the matcher field names.",
    violates: ["OP03-ROLE"],
    change: ({ allowed }) => ({
      allowed: (operation, held) =>
        allowed(operation, held) &&
        !(operation.id === "listMatcherFieldNames" && held.here.every((role) => role === "Project Data Access Admin")),
    }),
    probe: [["listMatcherFieldNames", { as: "projectDataAccessAdmin" }]],
  },
];

/** A write with the read-only role; outside the lists here because it has its own place in `auth`. */
export const readOnlyCreates: FaultRecord = {
  id: "AU-09",
  text: "A key with Project Read Only alone may create alert configurations.",
  violates: ["AUTH-ROLES-READ-ONLY"],
  change: alsoAllows("createAlertConfig", "Project Read Only"),
  probe: [["createAlertConfig", { as: "projectReadOnly", json: CONFIG }]],
};

/** A read that the description reserves for owners, with a lower role. */
export const readOnlyReadsPolicy: FaultRecord = {
  id: "AU-30",
  text: "A key with Project Read Only alone may read the backup compliance policy.",
  violates: ["AUTH-ROLES-OWNER-READS"],
  change: alsoAllows("getBackupCompliancePolicy", "Project Read Only"),
  probe: [["getBackupCompliancePolicy", { as: "projectReadOnly" }]],
};
