import { PROVIDER_CODES } from "@plumbline/schemas";
import type { Fields } from "../world/state.ts";

/** A role with which the service acts at a cloud provider. */
export interface StoredAccessRole {
  readonly id: string;
  readonly groupId: string;
  readonly created: number;
  readonly providerName: string;
  /** What the other side of the trust is told: random, once. */
  readonly externalId: string;
}

/** Decisions about access roles in which a server can be wrong. */
export interface AccessRoleBehaviour {
  knowsProvider(name: string): boolean;
  keeps(role: StoredAccessRole): boolean;
  showRole(role: Fields): unknown;
  showRoles(list: Fields): unknown;
}

const [PROVIDER_A, PROVIDER_B] = PROVIDER_CODES;

export const honestAccessRoles: AccessRoleBehaviour = {
  knowsProvider: (name) => name === PROVIDER_A || name === PROVIDER_B,
  keeps: () => true,
  showRole: (role) => role,
  showRoles: (list) => list,
};

export const isOfFirstKind = ({ providerName }: StoredAccessRole): boolean => providerName === PROVIDER_A;
