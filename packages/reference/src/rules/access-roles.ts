import { PROVIDER_CODES } from "@plumbline/schemas";
import type { StoredAccessRole } from "../records/access-role.ts";
import type { Fields } from "../records/fields.ts";

/** The decisions about access roles that a server can get wrong. */
export interface AccessRoleBehaviour {
  knowsProvider(name: string): boolean;
  keeps(role: StoredAccessRole): boolean;
  /** Whether a role can be read by its id. */
  finds(role: StoredAccessRole): boolean;
  showRole(role: Fields): unknown;
  showRoles(list: Fields): unknown;
}

const [PROVIDER_A, PROVIDER_B] = PROVIDER_CODES;

/** Decides about access roles as the description says: two of the providers support roles. */
export const honestAccessRoles: AccessRoleBehaviour = {
  knowsProvider: (name) => name === PROVIDER_A || name === PROVIDER_B,
  keeps: () => true,
  finds: () => true,
  showRole: (role) => role,
  showRoles: (list) => list,
};

/** Provider A's roles have `roleId` and a service account; those of the other provider have `_id` and an app id. */
export const isOfFirstKind = ({ providerName }: StoredAccessRole): boolean => providerName === PROVIDER_A;
