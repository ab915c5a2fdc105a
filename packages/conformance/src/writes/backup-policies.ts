import {
  backupSchedule,
  backupScheduleInput,
  type Contract,
  compliancePolicyInput,
  type JsonSchema,
} from "@plumbline/schemas";
import { without } from "../ground/fields.ts";
import { type Fields, fieldsOf, isContainer, member } from "../ground/json.ts";
import { withoutNulls } from "../oracles/without-nulls.ts";
import type { Changes, Command, Reach, WriteTable } from "./write.ts";

/** Members of a schedule that only name its cluster. */
const ADDRESS = ["clusterId", "clusterName", "projectId"];
const membersOf = ({ properties = {} }: JsonSchema): readonly string[] =>
  Object.keys(properties).filter((name) => !ADDRESS.includes(name));
const SCHEDULE_MEMBERS = membersOf(backupScheduleInput);
/**
 * The members that describe a schedule once they are set. `autoExportEnabled` is missing because an update can switch
 * it off but cannot unset it.
 */
const STATES = membersOf(backupSchedule).filter((name) => name !== "autoExportEnabled");
const POLICY_MEMBERS = membersOf(compliancePolicyInput);

/** The members of an answer that a request can state, without nulls. */
const statable = (json: unknown, names: readonly string[], { field }: Contract): Fields => {
  const wires = names.map((name) => field(name));
  return Object.fromEntries(
    Object.entries(fieldsOf(json)).flatMap(([name, value]) =>
      wires.includes(name) && value !== null ? [[name, withoutNulls(value)] as const] : [],
    ),
  );
};

/** The members of a schedule that an update can state. */
export const scheduleOf = (json: unknown, contract: Contract): Fields => statable(json, SCHEDULE_MEMBERS, contract);

/** The responsible person of a policy that names none, because a policy needs an address. */
const NOBODY = "plumbline@example.com";

/** The members of a compliance policy that an update can state; a policy needs the address of a responsible person. */
const policyOf = (json: unknown, contract: Contract): Fields => ({
  [contract.field("authorizedEmail")]: NOBODY,
  ...statable(json, POLICY_MEMBERS, contract),
});

/** Removes the ids that answers give to items. */
export function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (!isContainer(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (name === "id" ? [] : [[name, withoutIds(inner)] as const])),
  );
}

/** The query that keeps the schedules of clusters unchanged. */
export const GENTLY = { overwriteBackupPolicies: "false" };

const schedule: Changes = {
  kind: "changes",
  read: "getBackupSchedule",
  restore: "updateBackupSchedule",
  of: ["groupId", "clusterName"],
  before: scheduleOf,
  same: (state) => without({ referenceMinuteOfHour: member(state, "referenceMinuteOfHour") }),
  sets: (sent, before, contract) =>
    Object.keys(scheduleOf(sent, contract)).filter(
      (name) => member(before, name) === undefined && STATES.some((one) => contract.field(one) === name),
    ),
  // Switching exports on has effects that the schedule does not show, so the restore switches them off.
  beyond: (sent, before) => ({
    ...(member(sent, "autoExportEnabled") === true &&
      member(before, "autoExportEnabled") === undefined && { autoExportEnabled: false }),
  }),
};

/** Members of an update that no read shows. They change snapshots, and no operation restores those. */
const COMMANDS = [
  {
    member: "updateSnapshots",
    does: "change the expiry of existing snapshots",
    idle: (value: unknown) => value === false || value === null,
  },
  {
    member: "deleteCopiedBackups",
    does: "delete copies of backups in other regions",
    idle: (value: unknown) => value === null || (Array.isArray(value) && value.length === 0),
  },
] as const satisfies readonly Command[];

const commands = (sent: unknown, { field }: Contract): boolean =>
  COMMANDS.some(({ member: name, idle }) => {
    const value = member(sent, field(name));
    return value !== undefined && !idle(value);
  });

const SNAPSHOTS: Reach = {
  kind: "snapshot",
  because:
    "updateSnapshots applies changes of retention to earlier snapshots, and deleteCopiedBackups removes their copies (Resources and their fields > Cloud backup schedule)",
  members: ["expiresAt", "copyRegions"],
  when: (sent, _query, contract) => commands(sent, contract),
};
const isOverwriting = ({ overwriteBackupPolicies }: Readonly<Record<string, string>>): boolean =>
  overwriteBackupPolicies !== "false";

/**
 * Writes to backup schedules and to the compliance policy. They share a lane, because a policy can change schedules
 * and may forbid to remove snapshots. While nobody changes the policy, schedules and snapshots are apart.
 */
export const backupPolicyWrites = {
  updateBackupSchedule: {
    kind: "backup schedule",
    reaches: [SNAPSHOTS],
    commands: COMMANDS,
    lane: "backup",
    strand: "schedules",
    body: () => ({ referenceHourOfDay: 3, referenceMinuteOfHour: 30 }),
    effect: schedule,
  },
  deleteBackupSchedules: {
    kind: "backup schedule",
    reaches: [SNAPSHOTS],
    lane: "backup",
    strand: "schedules",
    effect: schedule,
  },
  updateBackupCompliancePolicy: {
    kind: "compliance policy",
    reaches: [
      {
        kind: "backup schedule",
        because:
          "schedules that do not comply with the policy are overwritten unless overwriteBackupPolicies is false (Endpoints > Cloud backup)",
        when: (_sent, query) => isOverwriting(query),
      },
      // The description says nothing about existing snapshots.
      { ...SNAPSHOTS, when: () => false },
    ],
    lane: "backup",
    query: GENTLY,
    body: () => ({ authorizedEmail: NOBODY }),
    effect: {
      kind: "changes",
      read: "getBackupCompliancePolicy",
      restore: "updateBackupCompliancePolicy",
      query: GENTLY,
      of: ["groupId"],
      before: policyOf,
      same: (state) => state,
      stays: (before, { field }) =>
        member(before, field("authorizedEmail")) === NOBODY
          ? "the project had no compliance policy: it has one now, and no operation removes it"
          : undefined,
      // Without `overwriteBackupPolicies=false`, a policy overwrites the schedules that do not comply with it.
      rewrites: {
        when: isOverwriting,
        through: "updateBackupSchedule",
        over: "listClusters",
        by: "name",
        parameter: "clusterName",
      },
    },
  },
} as const satisfies Partial<WriteTable>;
