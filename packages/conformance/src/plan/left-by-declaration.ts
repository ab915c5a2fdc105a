import type { Subject } from "../ground/subject.ts";
import { areaOf } from "../rule/area-of.ts";
import type { Need } from "../rule/need.ts";
import type { Requirement } from "../rule/requirement.ts";
import { NO_AUTHENTICATION, NO_ROLES, noSuchRole } from "../target/declared.ts";
import type { Target } from "../target/target.ts";
import { checkId } from "./check.ts";
import { namesRequirement } from "./selection.ts";

type Declared = Pick<Target, "without" | "skips" | "credentials">;

/** Requirements about roles whose needs do not show that. */
const ABOUT_ROLES = /^(AUTH-(ROLE|FORBIDDEN-)|OP\d+\w*-ROLE$|FUZZ-(LOWER-REFUSED|ROLE-ACCEPTED))/;

/** Why the target file leaves a check out: it skips the check, or says that the server lacks the tested part. Pure. */
export function leftByDeclaration(
  requirement: Requirement,
  subject: Subject | undefined,
  target: Declared,
): string | undefined {
  const { without = {}, skips = [] } = target;
  const check = checkId(requirement.id, subject);
  const skip = skips.find(({ id }) => (id.includes("@") ? id === check : namesRequirement(id, requirement.id)));
  if (skip !== undefined) return `the target file skips it: ${skip.reason}`;
  if (without.authentication && isAboutAuthentication(requirement, subject, target)) return NO_AUTHENTICATION;
  if ((without.authentication || without.roles) && ABOUT_ROLES.test(requirement.id))
    return without.authentication ? NO_AUTHENTICATION : NO_ROLES;
  return requirement.needs?.map((need) => needsWhatIsNot(need, target)).find((reason) => reason !== undefined);
}

/** Why a server without this part can never meet the need, so that the check does not apply. */
export function needsWhatIsNot(need: Need, { without = {} }: Pick<Declared, "without">): string | undefined {
  if (without.authentication && isOfAuthentication(need)) return NO_AUTHENTICATION;
  if (!isOfRoles(need)) return undefined;
  if (without.authentication) return NO_AUTHENTICATION;
  if (without.roles) return NO_ROLES;
  return need.kind === "roles" ? noSuchRole(need.anyOf, without) : undefined;
}

function isAboutAuthentication({ id }: Requirement, subject: Subject | undefined, { credentials }: Declared): boolean {
  // Metrics discovery may have its own password. Without authentication nobody needs what the token endpoint issues.
  if (id === "METRICS-AUTH") return credentials.metrics?.scheme !== "basic";
  if (subject?.operation.authentication === "clientCredentials") return true;
  return areaOf(id) === "AUTH" || id.startsWith("FUZZ-STRANGER-REFUSED");
}

const isOfAuthentication = (need: Need): boolean =>
  need.kind === "digest" ||
  (need.kind === "credential" && (need.name === "serviceAccount" || need.name === "blockedServiceAccount"));

const isOfRoles = (need: Need): boolean =>
  need.kind === "roles" || (need.kind === "credential" && (need.name === "noRole" || need.name === "otherProject"));
