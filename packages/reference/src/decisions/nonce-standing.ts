/**
 * `unknown` was never issued here; `replayed` was used with this count before; `expired` was issued here but is too
 * old.
 */
export type NonceStanding = "fresh" | "expired" | "replayed" | "unknown";
