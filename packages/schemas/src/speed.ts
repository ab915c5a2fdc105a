import { LIMITS } from "./limits.ts";

/** How many times as fast as usual a server can be said to live; at more, nothing could be seen before it is over. */
export const SPEED = { minimum: 1, maximum: 1_000 } as const;

/**
 * The window of the token endpoint's limit, in milliseconds, on a server that lives so many times as fast; never so short
 * that more requests than the limit might not fit into it.
 */
export const tokenWindow = (speed: number): number => Math.max(3_000, LIMITS.tokenRequests.windowMilliseconds / speed);
