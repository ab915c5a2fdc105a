import { type Operation, ROLES, type Role } from "@plumbline/schemas";

const CLUSTER_ROLES: readonly Role[] = ["Project Read Only", "Project Owner", "Project Cluster Admin"];

/** The roles each of which is enough. */
export const enoughFor = (roles: Exclude<Operation["roles"], "unstated">): readonly Role[] =>
  roles === "any" ? ROLES : roles === "any cluster-level" ? CLUSTER_ROLES : roles;
