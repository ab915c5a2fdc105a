import { LIMITS } from "./limits.ts";

/** The possible time factors of a server; with a larger one, states would end before they can be observed. */
export const SPEED = { minimum: 1, maximum: 1_000 } as const;

/**
 * The rate limit window of the token endpoint in milliseconds, on a server with this time factor. At least 3,000, so
 * that more requests than the limit fit into it.
 */
export const tokenWindow = (speed: number): number => Math.max(3_000, LIMITS.tokenRequests.windowMilliseconds / speed);
