import { array, boolean, object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { LIMITS } from "../limits.ts";
import { dateTime, flag, int32, recordId } from "../vocabulary.ts";
import { onDemandPolicyItem, onDemandPolicyItemInput, policyItem, policyItemInput } from "./policy-item.ts";

const authorizedEmail = string({ format: "email", examples: ["backup-officer@example.com"] });
const authorizedUserFirstName = string({ examples: ["Ada"] });
const authorizedUserLastName = string({ examples: ["Example"] });
const off = boolean({ examples: [false] });

/**
 * The body of update; only the path identifies the project. Whether `restoreWindowDays` exceeds the retention of hourly
 * backups depends on the server's state, so the schema does not check it.
 */
export const compliancePolicyInput = object(
  { authorizedEmail },
  {
    authorizedUserFirstName,
    authorizedUserLastName,
    copyProtectionEnabled: flag,
    encryptionAtRestEnabled: flag,
    onDemandPolicyItem: onDemandPolicyItemInput,
    pitEnabled: flag,
    restoreWindowDays: int32({ ...LIMITS.restoreWindowDays, examples: [7] }),
    scheduledPolicyItems: array(policyItemInput),
  },
  { title: "BackupCompliancePolicyInput" },
);
/** The body that updates the compliance policy; `authorizedEmail` is required. */
export type CompliancePolicyInput = Static<typeof compliancePolicyInput>;

/** The policy in an answer. A window of zero days is valid in an answer, because the bound applies to requests. */
export const compliancePolicy = object(
  {},
  {
    authorizedEmail,
    authorizedUserFirstName,
    authorizedUserLastName,
    copyProtectionEnabled: off,
    encryptionAtRestEnabled: off,
    onDemandPolicyItem,
    pitEnabled: off,
    projectId: recordId,
    restoreWindowDays: int32({ examples: [7] }),
    scheduledPolicyItems: array(policyItem),
    state: string({ "x-known-values": ["ACTIVE", "ENABLING", "UPDATING", "DISABLING"], examples: ["ACTIVE"] }),
    updatedDate: dateTime,
    updatedUser: string({ examples: ["backup-officer@example.com"] }),
  },
  { title: "BackupCompliancePolicy" },
);
/** A value that `compliancePolicy` accepts. */
export type CompliancePolicy = Static<typeof compliancePolicy>;
