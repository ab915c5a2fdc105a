import type { ServiceAccount } from "../auth/service-accounts.ts";
import type { Grant } from "../decisions/grant.ts";
import type { ApiKey } from "../keys.ts";
import type { State } from "../world/state.ts";
import type { Environment } from "./own-problems.ts";
import type { OwnGrant, OwnWorld } from "./own-world.ts";

/** Additional callers, beyond those of every server. */
export interface OwnCallers {
  readonly keys: readonly ApiKey[];
  readonly accounts: readonly ServiceAccount[];
}

/**
 * The keys and accounts of a world, with secrets from the environment and roles on the named projects and
 * organizations.
 */
export function ownCallers(own: OwnWorld | undefined, environment: Environment, state: State): OwnCallers {
  const secret = (variable: string): string => environment[variable] ?? "";
  return {
    keys: (own?.keys ?? []).map((key) => ({
      publicKey: secret(key.public),
      privateKey: secret(key.private),
      ...grantOf(key, state),
    })),
    accounts: (own?.serviceAccounts ?? []).map((account) => ({
      clientId: secret(account.id),
      clientSecret: secret(account.secret),
      accessList: "any",
      grant: grantOf(account, state),
    })),
  };
}

function grantOf({ roles, projects, organization }: OwnGrant, state: State): Grant {
  const all = [...state.organizations.values()];
  const place = organization === undefined ? all[0] : all.find(({ name }) => name === organization);
  const held = [...state.projects.values()].filter(({ name, orgId }) =>
    projects === undefined ? orgId === place?.id : projects.includes(name),
  );
  return { roles, projectIds: held.map(({ id }) => id), ...(place && { orgId: place.id }) };
}
