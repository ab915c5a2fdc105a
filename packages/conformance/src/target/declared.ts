import type { Role } from "@plumbline/schemas";

/** A requirement, several of them (`PAGE-*`) or one check that the target file leaves out, with the reason. */
export interface Skip {
  readonly id: string;
  readonly reason: string;
}

/** The parts that a server lacks according to its target file: the run tests nothing about them. */
export interface Without {
  /** Requests carry no credentials, and the target demands none. */
  readonly authentication?: true;
  /** Every accepted key may call every operation. */
  readonly roles?: true;
  /** The server has no roles but these. */
  readonly rolesBut?: readonly Role[];
}

/** The reason in verdicts of checks that `authentication: none` leaves out. */
export const NO_AUTHENTICATION = "the target file says that there is no authentication";
/** The reason in verdicts of checks that `roles: none` leaves out. */
export const NO_ROLES = "the target file says that there are no roles";

/** Why no key can have one of some roles; `undefined` if the server may have one of them. */
export function noSuchRole(roles: readonly Role[], { rolesBut }: Without = {}): string | undefined {
  if (rolesBut === undefined || roles.some((role) => rolesBut.includes(role))) return undefined;
  return `the target file says that the server has no role ${roles.join(" or ")}`;
}

/** The number of skipped rules that the sentence names; the report lists all. */
const NAMED = 3;

interface Declared {
  readonly without?: Without;
  readonly skips?: readonly Skip[];
}

/** The parts that the run leaves out because of the target file, as parts of a sentence. */
export function declaredOf({ without = {}, skips = [] }: Declared): readonly string[] {
  const ids = skips.slice(0, NAMED).map(({ id }) => id);
  const more = skips.length > NAMED ? ` and ${skips.length - NAMED} more` : "";
  return [
    ...(without.authentication ? ["the run did not test authentication: the target file says that there is none"] : []),
    ...(without.roles && !without.authentication
      ? ["the run did not test roles: the target file says that there are none"]
      : []),
    ...(without.rolesBut !== undefined && !without.authentication
      ? [`the run tested no roles but ${without.rolesBut.join(", ")}: the target file says that there are no others`]
      : []),
    ...(ids.length > 0 ? [`the target file skips ${ids.join(", ")}${more}`] : []),
  ];
}
