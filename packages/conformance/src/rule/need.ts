import type { Role } from "@plumbline/schemas";
import { isPrivateLine, READ_ALONG } from "../ground/private-line.ts";
import type { Risk } from "../ground/risk.ts";
import type { Fixture } from "../target/fixtures.ts";
import { isFoundByLists } from "../target/found-by-lists.ts";
import { howToLend } from "../target/lendable.ts";
import { forbidden } from "../target/permission.ts";
import type { Target } from "../target/target.ts";
import { withheldAdvice } from "../target/withheld.ts";
import type { World } from "../target/world.ts";

/** A precondition of a check. */
export type Need =
  | { readonly kind: "fixture"; readonly name: Fixture }
  /** At least `count` records in the list that the operation returns. */
  | { readonly kind: "records"; readonly operation: "listAlertConfigs" | "listAlerts"; readonly count: number }
  | { readonly kind: "credential"; readonly name: CredentialName }
  /** The user's permission for a risk besides that of the check itself. */
  | { readonly kind: "permission"; readonly risk: Risk }
  /** A main key that signs requests, because the check tests digests. */
  | { readonly kind: "digest" }
  | { readonly kind: "roles"; readonly anyOf: readonly Role[] }
  /** An address to which the run may send a key in readable form. */
  | { readonly kind: "private-line" };

/** A credential that a target file can state, apart from the keys by role. */
export type CredentialName =
  | "main"
  | "noRole"
  | "otherProject"
  | "serviceAccount"
  | "blockedServiceAccount"
  | "metrics";

/** A precondition: an id or name that the target file states or the preflight finds. */
export const fixture = (name: Fixture): Need => ({ kind: "fixture", name });
/** A precondition: a credential of the user. If it is missing, the report says where to state it. */
export const credential = (name: CredentialName): Need => ({ kind: "credential", name });

/** The place of each credential in the target file. */
const CREDENTIAL_PLACES: Readonly<Record<CredentialName, string>> = {
  main: "credentials.main",
  noRole: "credentials.noRole",
  otherProject: "credentials.otherProject",
  serviceAccount: "credentials.serviceAccount",
  blockedServiceAccount: "credentials.blockedServiceAccount",
  metrics: "credentials.metrics",
};

/** Why the credentials of this target can never meet a need, so that the check does not apply. */
export function whyNotApplicable(need: Need, { credentials: { main } }: Target): string | undefined {
  if (need.kind !== "digest" || main === undefined || main.scheme === "digest") return undefined;
  return "the main credential is a token, and a token signs no digests: state a digest key as credentials.main to test digests";
}

const isWithheld = (name: CredentialName, { credentials: { withheld = {} } }: Target): boolean =>
  Object.hasOwn(withheld, name);

function lackingFixture(name: Fixture, target: Target, { unknown }: World): string {
  const looked = isFoundByLists(name, target) ? "the lists show none; " : "";
  const permit = howToLend(name, target);
  const or = permit === undefined ? "" : `, or ${permit}`;
  return unknown?.get(name) ?? `the run knows no ${name}: ${looked}state fixtures.${name} in the target file${or}`;
}

/** Why a need is not met and where the user can state what is missing; `undefined` if it is met. */
export function missing(need: Need, target: Target, world: World): string | undefined {
  switch (need.kind) {
    case "fixture":
      return world.fixtures[need.name] === undefined ? lackingFixture(need.name, target, world) : undefined;
    case "records": {
      const seen = world.records[need.operation] ?? 0;
      return seen >= need.count
        ? undefined
        : `${need.operation} shows ${seen} records, and the check needs ${need.count}`;
    }
    case "credential":
      if (target.credentials[need.name] !== undefined) return undefined;
      return isWithheld(need.name, target)
        ? withheldAdvice(target)
        : `a credential is missing: state ${CREDENTIAL_PLACES[need.name]} in the target file`;
    case "digest":
      return missing(credential("main"), target, world);
    case "private-line":
      return target.cleartext === true || isPrivateLine(target.baseUrl) ? undefined : READ_ALONG;
    case "permission":
      return forbidden(need.risk, target);
    case "roles":
      return need.anyOf.some((role) => target.credentials.byRole?.[role] !== undefined)
        ? undefined
        : `a key with the role ${need.anyOf.join(" or ")} is missing: state credentials.roles in the target file`;
  }
}
