import type { Credential } from "@plumbline/client";
import type { Credentials } from "@plumbline/conformance";
import { type KeyLabel, ROLE_OF_LABEL } from "@plumbline/reference";

/** A key of the target with its role. */
export interface LabelledKey {
  /** The reference's key with the same roles. */
  readonly label: KeyLabel;
  readonly username: string;
  readonly password: string;
}

/**
 * The known keys of a target with the matching keys of the reference. The main key comes last, because it may be one of
 * the others too.
 */
export function labelledKeys({ main, noRole, otherProject, byRole }: Credentials): readonly LabelledKey[] {
  const roles = Object.entries(ROLE_OF_LABEL).map(([label, role]) => [label as KeyLabel, byRole?.[role]] as const);
  const all: readonly (readonly [KeyLabel, Credential | undefined])[] = [
    ...roles,
    ["noRole", noRole],
    ["otherProjectOwner", otherProject],
    ["all", main],
  ];
  return all.flatMap(([label, key]) =>
    key?.scheme === "digest" ? [{ label, username: key.username, password: key.password }] : [],
  );
}
