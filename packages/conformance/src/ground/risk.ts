/** What running a check may do to the target; anything but reading needs the user's permission. */
export const RISKS = ["read", "create", "update", "delete", "costly", "irreversible", "quota"] as const;

export type Risk = (typeof RISKS)[number];
