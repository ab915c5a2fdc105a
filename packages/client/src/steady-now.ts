/**
 * Milliseconds since the Unix epoch by a clock that never jumps, so that durations and deadlines do not change when the
 * machine's clock is corrected during a run.
 */
export const steadyNow = (): number => Math.round(performance.timeOrigin + performance.now());
