/**
 * Milliseconds since the Unix epoch by a clock that nobody sets: what lasts, and what is due, must not change when the
 * machine's clock is put right in the middle of a run.
 */
export const steadyNow = (): number => Math.round(performance.timeOrigin + performance.now());
