/**
 * When a check runs. The stages follow one another. Checks that only read come first. Refusals of writes come after the
 * stories, because only a write that is known to work shows that its refusal has the intended reason. The last stage
 * uses up a quota, or needs a target to which no other check writes.
 */
export const CHECK_STAGES = ["read", "refused-reads", "state", "refused-writes", "quota"] as const;

/** All stages of a run. Campaigns come last, when every other check is done. */
export const STAGES = [...CHECK_STAGES, "campaigns"] as const;

/** A stage that a requirement can state. The kind `campaign` implies its own stage. */
export type CheckStage = (typeof CHECK_STAGES)[number];
/** A stage that the scheduler goes through, in the order of `STAGES`. */
export type Stage = (typeof STAGES)[number];
