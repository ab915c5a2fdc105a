import type { BoundOperation } from "@plumbline/schemas";
import type { World } from "./world.ts";

/** Whether every member of the organization may call an operation, no matter which roles they have on a project. */
export const isForMembers = ({ roles }: Pick<BoundOperation, "roles">): boolean =>
  Array.isArray(roles) && roles.includes("Organization Member");

/**
 * Whether the key without a role on the project may still call an operation. It may belong to a member of the
 * organization, unless the target file says that it belongs to a stranger.
 */
export const mayBeMember = (
  operation: Pick<BoundOperation, "roles">,
  { noRoleIsStranger = false }: Pick<World, "noRoleIsStranger">,
): boolean => isForMembers(operation) && !noRoleIsStranger;
