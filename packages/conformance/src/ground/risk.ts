/** The possible effects of a check on the target; anything but reading needs the user's permission. */
export const RISKS = ["read", "create", "update", "delete", "costly", "irreversible", "quota"] as const;

/** A permission that a target file can give; reading needs none. */
export type Risk = (typeof RISKS)[number];
