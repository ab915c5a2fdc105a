import { type Operation, ROLES, type Role } from "@plumbline/schemas";

const CLUSTER_ROLES: readonly Role[] = ["Project Read Only", "Project Owner", "Project Cluster Admin"];

/** The roles that suffice, each alone. */
export const enoughFor = (roles: Exclude<Operation["roles"], "unstated">): readonly Role[] =>
  roles === "any" ? ROLES : roles === "any cluster-level" ? CLUSTER_ROLES : roles;
