import type { Fields } from "../records/fields.ts";
import { fieldsOf, listMember } from "../rules/members.ts";
import { decides } from "./backup-decisions.ts";
import { DAILY, HOURLY, POLICY } from "./bodies.ts";
import type { FaultRecord } from "./fault.ts";
import { overlooks, within } from "./overlooks.ts";
import type { Asked, Probe } from "./probe.ts";

const hourlyIn = (policy: Fields): readonly Fields[] =>
  listMember(policy, "scheduledPolicyItems").filter(({ frequencyType }) => frequencyType === "hourly");

const UPDATE_POLICY = ["updateBackupCompliancePolicy"] as const;

const updatesPolicy = (change: object): readonly Asked[] => [
  ["updateBackupCompliancePolicy", { json: { ...POLICY, ...change } }],
];

const changesPolicy = (change: object): Probe => [...updatesPolicy(change), ["getBackupCompliancePolicy"]];

/** Mistakes in the backup compliance policy of a project. */
export const complianceFaults: readonly FaultRecord[] = [
  {
    id: "BK-10",
    text: "The authorizedEmail of a compliance policy is neither required nor validated.",
    violates: ["CMP-EMAIL-REQUIRED", "GEN-MEMBER-KIND"],
    change: overlooks(UPDATE_POLICY, ({ pointer }) => pointer === "/authorizedEmail"),
    probe: changesPolicy({ authorizedEmail: "nobody" }),
  },
  {
    id: "BK-11",
    text: "updatedUser of a compliance policy is a number.",
    violates: ["CMP-FIELDS"],
    change: decides(({ showCompliance }) => ({
      showCompliance: (policy) => ({ ...showCompliance(policy), updatedUser: 5 }),
    })),
    probe: [["getBackupCompliancePolicy"]],
  },
  {
    id: "BK-12",
    text: "The item of a compliance policy for on-demand snapshots has a number as id.",
    violates: ["CMP-ITEM-FIELDS"],
    change: decides(({ showCompliance }) => ({
      showCompliance: (policy) => ({
        ...showCompliance(policy),
        onDemandPolicyItem: { ...fieldsOf(policy["onDemandPolicyItem"]), id: 5 },
      }),
    })),
    probe: [["getBackupCompliancePolicy"]],
  },
  {
    id: "BK-13",
    text: "The booleans of a compliance policy are true by default.",
    violates: [
      "CMP-DEFAULT-COPYPROTECTIONENABLED",
      "CMP-DEFAULT-ENCRYPTIONATRESTENABLED",
      "CMP-DEFAULT-PITENABLED",
      "CMP-DEFAULT-FROM-TRUE",
    ],
    change: decides(({ compliance }) => ({
      compliance: (asked) =>
        compliance({ copyProtectionEnabled: true, encryptionAtRestEnabled: true, pitEnabled: true, ...asked }),
    })),
    probe: changesPolicy({}),
  },
  {
    id: "BK-14",
    text: "restoreWindowDays of a compliance policy accepts any value.",
    violates: ["CMP-RESTOREWINDOW-POSITIVE", "GEN-MEMBER-KIND"],
    change: overlooks(UPDATE_POLICY, within("restoreWindowDays")),
    probe: changesPolicy({ restoreWindowDays: 0 }),
  },
  {
    id: "BK-15",
    text: "The restore window is not limited by the retention of hourly backups.",
    violates: ["CMP-RESTOREWINDOW-HOURLY"],
    change: decides(() => ({ windowFits: () => true })),
    probe: changesPolicy({ restoreWindowDays: 30, scheduledPolicyItems: [HOURLY] }),
  },
  {
    id: "BK-70",
    text: "A restore window as long as the retention of hourly backups is refused.",
    violates: ["CMP-RESTOREWINDOW-HOURLY"],
    change: decides(({ windowFits }) => ({
      windowFits: (policy, inForce) => {
        const window = policy["restoreWindowDays"];
        return windowFits(typeof window === "number" ? { ...policy, restoreWindowDays: window + 1 } : policy, inForce);
      },
    })),
    probe: updatesPolicy({ restoreWindowDays: 3, scheduledPolicyItems: [HOURLY] }),
  },
  {
    id: "BK-73",
    text: "A compliance policy with hourly items is refused without a restore window.",
    violates: ["CMP-RESTOREWINDOW-HOURLY"],
    change: decides(({ windowFits }) => ({
      windowFits: (policy, inForce) =>
        windowFits(policy, inForce) && (policy["restoreWindowDays"] !== undefined || hourlyIn(policy).length === 0),
    })),
    probe: updatesPolicy({ scheduledPolicyItems: [HOURLY] }),
  },
  {
    id: "BK-74",
    text: "A compliance policy whose hourly items have no retentionUnit is answered 500.",
    violates: ["CMP-RESTOREWINDOW-HOURLY"],
    change: decides(({ windowFits }) => ({
      windowFits: (policy, inForce) => {
        for (const { retentionUnit } of hourlyIn(policy))
          if (retentionUnit === undefined) throw new TypeError("there is no retentionUnit");
        return windowFits(policy, inForce);
      },
    })),
    probe: updatesPolicy({ scheduledPolicyItems: [{ ...HOURLY, retentionUnit: undefined }] }),
  },
  {
    id: "BK-75",
    text: "The restore window is compared with the hourly backups of the policy in force, not with those of its own policy.",
    violates: ["CMP-RESTOREWINDOW-HOURLY"],
    change: decides(({ windowFits }) => ({
      windowFits: (policy, inForce) => {
        const scheduledPolicyItems = hourlyIn(inForce);
        return windowFits(scheduledPolicyItems.length === 0 ? policy : { ...policy, scheduledPolicyItems }, inForce);
      },
    })),
    probe: [
      ...updatesPolicy({ restoreWindowDays: 3, scheduledPolicyItems: [HOURLY] }),
      ...updatesPolicy({ restoreWindowDays: 4, scheduledPolicyItems: [{ ...HOURLY, retentionValue: 4 }] }),
    ],
  },
  {
    id: "BK-76",
    text: "A compliance policy that is refused for its restore window replaces the items of the policy in force.",
    violates: ["CMP-RESTOREWINDOW-HOURLY"],
    change: decides(() => ({
      afterLongWindow: (inForce, { scheduledPolicyItems }) => ({ ...inForce, scheduledPolicyItems }),
    })),
    probe: [
      ...updatesPolicy({ restoreWindowDays: 3, scheduledPolicyItems: [HOURLY] }),
      ...updatesPolicy({ restoreWindowDays: 9, scheduledPolicyItems: [{ ...HOURLY, retentionValue: 4 }] }),
      ["getBackupCompliancePolicy"],
    ],
  },
  {
    id: "BK-71",
    text: "A compliance policy with a restore window of one day is refused.",
    violates: ["CMP-RESTOREWINDOW-POSITIVE"],
    change: decides(({ windowFits }) => ({
      windowFits: (policy, inForce) => policy["restoreWindowDays"] !== 1 && windowFits(policy, inForce),
    })),
    probe: updatesPolicy({ restoreWindowDays: 1 }),
  },
  {
    id: "BK-72",
    text: "All scheduled items of a compliance policy have the same id.",
    violates: ["CMP-ITEM-FIELDS"],
    change: decides(({ showCompliance }) => ({
      showCompliance: (policy) => {
        const items = listMember(policy, "scheduledPolicyItems");
        const scheduledPolicyItems = items.map((item) => ({ ...item, id: items[0]?.["id"] }));
        return { ...showCompliance(policy), ...(items.length > 0 && { scheduledPolicyItems }) };
      },
    })),
    probe: updatesPolicy({ scheduledPolicyItems: [HOURLY, { ...DAILY, retentionValue: 7 }] }),
  },
  {
    id: "BK-16",
    text: "A compliance policy never overwrites the schedules that violate it, whatever the request says.",
    violates: ["CMP-OVERWRITE-PARAM"],
    change: decides(() => ({ overwrites: () => false })),
    probe: [
      ["updateBackupCompliancePolicy", { json: { ...POLICY, scheduledPolicyItems: [DAILY] } }],
      ["getBackupSchedule"],
    ],
  },
  {
    id: "BK-17",
    text: "A compliance policy that protects copies does not prevent their deletion.",
    violates: ["CMP-COPY-PROTECTION"],
    change: decides(() => ({ protects: () => false })),
    probe: ({ reference: { world } }) => [
      ["updateBackupCompliancePolicy", { json: { ...POLICY, copyProtectionEnabled: true } }],
      ["deleteSnapshot", { path: { snapshotId: world.backup.snapshotIds[0] ?? "" } }],
    ],
  },
  {
    id: "BK-18",
    text: "An update of the compliance policy loses the authorizedUserFirstName.",
    violates: ["CMP-KEPT", "REC-ECHO"],
    change: decides(({ compliance }) => ({
      compliance: (asked) => ({ ...compliance(asked), authorizedUserFirstName: "Nobody" }),
    })),
    probe: changesPolicy({ authorizedUserFirstName: "Ada" }),
  },
];

/** A wrong default of `overwriteBackupPolicies`; it follows the faults of jobs in the layer `backup`. */
export const scheduleOverwriting: FaultRecord = {
  id: "BK-41",
  text: "A compliance policy overwrites schedules only if the request says so.",
  violates: ["CMP-OVERWRITE-PARAM"],
  change: ({ defaultOf }) => ({
    defaultOf: (parameter) => (parameter.name === "overwriteBackupPolicies" ? false : defaultOf(parameter)),
  }),
  probe: [
    ["updateBackupCompliancePolicy", { json: { ...POLICY, scheduledPolicyItems: [DAILY] } }],
    ["getBackupSchedule"],
  ],
};

/** A default that an update must restore; it follows the faults of jobs in the layer `backup`. */
export const keptSwitch: FaultRecord = {
  id: "BK-66",
  text: "An update of the compliance policy without pitEnabled does not change pitEnabled.",
  violates: ["CMP-DEFAULT-FROM-TRUE"],
  change: (honest) => {
    let pitEnabled: unknown = false;
    return decides(({ compliance }) => ({
      compliance: (asked) => {
        pitEnabled = asked["pitEnabled"] ?? pitEnabled;
        return compliance({ ...asked, pitEnabled });
      },
    }))(honest);
  },
  probe: [
    ["updateBackupCompliancePolicy", { json: { ...POLICY, pitEnabled: true } }],
    ["updateBackupCompliancePolicy", { json: POLICY }],
  ],
};
