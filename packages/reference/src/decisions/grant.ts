import type { Role } from "@plumbline/schemas";

/** Roles and where they hold: project roles in `projectIds`, organization roles in `orgId`. */
export interface Grant {
  readonly roles: readonly Role[];
  readonly projectIds: readonly string[];
  readonly orgId?: string;
}
