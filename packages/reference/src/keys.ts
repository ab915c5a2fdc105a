import { ROLES, type Role } from "@plumbline/schemas";
import type { Grant } from "./decisions/grant.ts";
import { KEY_LABELS, type KeyLabel, ROLE_OF_LABEL } from "./key-labels.ts";
import type { KeyPair, Secrets } from "./secrets.ts";
import type { World } from "./world/world.ts";

/** A key with its roles, and the projects and the organization where they hold. */
export interface ApiKey extends KeyPair, Grant {}

/** Gives each key of the secrets the roles of its label in this world. */
export function makeKeys(secrets: Secrets, world: World): Readonly<Record<KeyLabel, ApiKey>> {
  const entries = KEY_LABELS.map((label) => [label, { ...secrets.keys[label], ...grantOf(label, world) }]);
  return Object.fromEntries(entries) as Record<KeyLabel, ApiKey>;
}

function grantOf(label: KeyLabel, world: World): Grant {
  switch (label) {
    case "all":
      return everyRole(world);
    case "noRole":
      return { roles: [], projectIds: [] };
    case "otherProjectOwner":
      return { roles: ["Project Owner"], projectIds: [world.otherProjectId] };
    case "otherOrganizationOwner":
      return { roles: ["Organization Owner"], projectIds: [], orgId: world.otherOrgId };
    default: {
      const role = ROLE_OF_LABEL[label];
      return isOrganizationRole(role)
        ? { roles: [role], projectIds: [], orgId: world.orgId }
        : { roles: [role], projectIds: [world.projectId] };
    }
  }
}

/** The grant of the main key, and of service accounts without their own grant. */
export function everyRole(world: World): Grant {
  const { projectId, sharedTierProjectId, oldEngineProjectId } = world;
  const projectIds = [...(world.projectIds ?? []), projectId, sharedTierProjectId, oldEngineProjectId];
  return { roles: ROLES, projectIds, orgId: world.orgId };
}

/** Whether the role's name says that it holds on the organization of a grant; all others hold on its projects. */
export function isOrganizationRole(role: Role): boolean {
  return role.startsWith("Organization ");
}
