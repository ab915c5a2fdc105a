/**
 * Milliseconds after an answer of a gateway, or none, in which a server may still carry a write out. Gateways give up after
 * half a minute or a minute, and what stands behind them goes on.
 */
export const SETTLES = 60_000;
