import type { BoundOperation, Role } from "@plumbline/schemas";
import type { Grant } from "../decisions/grant.ts";
import type { HeldRoles } from "../decisions/held-roles.ts";
import type { Place } from "../decisions/place.ts";
import { isOrganizationRole } from "../keys.ts";

const OWNERS: readonly Role[] = ["Project Owner", "Organization Owner"];
const ADMINS: readonly Role[] = ["Project Cluster Admin", ...OWNERS];

/**
 * Roles for operations without stated roles. The access history of a host is part of its cluster's, so it has the same.
 */
const SAME_AS: Readonly<Record<string, readonly Role[]>> = {
  getAccessLogsByHost: ["Project Monitoring Admin", ...OWNERS],
  disablePrivateIpMode: OWNERS,
  startOutageSimulation: ADMINS,
  getOutageSimulation: ADMINS,
  endOutageSimulation: ADMINS,
  changeSnapshotExpiration: OWNERS,
};

/** Drops the roles that do not hold at the addressed place. A request that addresses no place keeps all of them. */
export function heldRoles(grant: Grant, place: Place): HeldRoles {
  const orgId = place !== undefined && "orgId" in place ? place.orgId : place?.id;
  const holds = (role: Role): boolean => {
    if (place === undefined) return true;
    return isOrganizationRole(role) ? grant.orgId === orgId : grant.projectIds.includes(place.id);
  };
  return { here: grant.roles.filter(holds), any: grant.roles.length > 0 };
}

/** One of the listed roles is enough. An owner may also use every read. */
export function allowed({ id, roles, risk }: BoundOperation, { here, any }: HeldRoles): boolean {
  switch (roles) {
    case "any":
    case "any cluster-level":
      return any;
    case "unstated":
      return (SAME_AS[id] ?? here).some((role) => here.includes(role));
    default:
      return (
        roles.some((role) => here.includes(role)) ||
        (risk === "read" && (here.includes("Project Owner") || here.includes("Organization Owner")))
      );
  }
}
