import type { Role } from "@plumbline/schemas";

/** One key per role on the first project and its organization, and five keys for tests of boundaries. */
export const KEY_LABELS = [
  "all",
  "organizationOwner",
  "organizationMember",
  "projectOwner",
  "projectReadOnly",
  "projectMonitoringAdmin",
  "projectClusterAdmin",
  "projectDataAccessReadWrite",
  "projectDataAccessAdmin",
  "noRole",
  "otherProjectOwner",
  "otherOrganizationOwner",
] as const;
/** The name of a key in options, probes and environment variables; its public key is usually random. */
export type KeyLabel = (typeof KEY_LABELS)[number];

/** The labels of keys with exactly one role on the first project or its organization. */
export const ROLE_OF_LABEL = {
  organizationOwner: "Organization Owner",
  organizationMember: "Organization Member",
  projectOwner: "Project Owner",
  projectReadOnly: "Project Read Only",
  projectMonitoringAdmin: "Project Monitoring Admin",
  projectClusterAdmin: "Project Cluster Admin",
  projectDataAccessReadWrite: "Project Data Access Read Write",
  projectDataAccessAdmin: "Project Data Access Admin",
} as const satisfies Partial<Record<KeyLabel, Role>>;
