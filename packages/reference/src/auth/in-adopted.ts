import type { Grant } from "../decisions/grant.ts";
import type { Adopted } from "../world/adopt.ts";
import type { World } from "../world/world.ts";

/**
 * A grant, extended to the projects and organizations that were added to the world: there, it has the roles that it has
 * in the first project and organization.
 */
export function inAdopted<T extends Grant>(
  grant: T,
  { world, adopted }: { readonly world: World; readonly adopted: Adopted },
  orgId: string | undefined,
): T {
  const isOfProject = adopted.projectIds.size > 0 && grant.projectIds.includes(world.projectId);
  const isOfOrganization = orgId !== undefined && adopted.orgIds.has(orgId) && grant.orgId === world.orgId;
  if (!isOfProject && !isOfOrganization) return grant;
  return {
    ...grant,
    ...(isOfProject && { projectIds: [...grant.projectIds, ...adopted.projectIds] }),
    ...(isOfOrganization && { orgId }),
  };
}
