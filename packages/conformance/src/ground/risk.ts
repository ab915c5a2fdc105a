/** The possible effects of a check on the target. The user must permit each except reading. */
export const RISKS = ["read", "create", "update", "delete", "costly", "irreversible", "quota"] as const;

/** A permission that a target file can give; reading needs none. */
export type Risk = (typeof RISKS)[number];
