import type { Credential } from "@plumbline/client";
import type { Credentials } from "@plumbline/conformance";
import { type KeyLabel, ROLE_OF_LABEL } from "@plumbline/reference";

/** A key of the target with the role that it has. */
export interface LabelledKey {
  /** The key of the reference that has the same roles. */
  readonly label: KeyLabel;
  readonly username: string;
  readonly password: string;
}

/** The keys that are known of a target, by what they are at the reference; the main key last, which may be one of the others. */
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
