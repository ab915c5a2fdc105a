/** `unknown` was never issued here; `replayed` was used with this count before; `expired` is ours but too old. */
export type NonceStanding = "fresh" | "expired" | "replayed" | "unknown";
