import type { BoundOperation } from "@plumbline/schemas";
import type { World } from "./world.ts";

/** Whether each member of the organization may call an operation, whatever roles they have on a project. */
export const isForMembers = ({ roles }: Pick<BoundOperation, "roles">): boolean =>
  Array.isArray(roles) && roles.includes("Organization Member");

/**
 * Whether the key without a role on the project may call an operation all the same: it may be the key of a member of the
 * organization, unless the target file says that it is a stranger.
 */
export const mayBeMember = (
  operation: Pick<BoundOperation, "roles">,
  { noRoleIsStranger = false }: Pick<World, "noRoleIsStranger">,
): boolean => isForMembers(operation) && !noRoleIsStranger;
