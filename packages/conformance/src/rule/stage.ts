/**
 * When a check runs. Stages follow one another: what only reads comes first; refusals of writes come after the stories,
 * because only a write that is known to work shows that its refusal has the intended reason; last comes what uses up a quota,
 * or needs that nobody else is writing.
 */
export const STAGES = ["read", "refused-reads", "state", "refused-writes", "quota"] as const;

export type Stage = (typeof STAGES)[number];
