/**
 * Milliseconds in which a server may still carry out a write that a gateway answered, or that got no answer. Gateways
 * give up after half a minute or a minute, and the server behind them goes on.
 */
export const SETTLES = 60_000;
