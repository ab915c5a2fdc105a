/** Waits. Ends early, without throwing, if one of the signals is aborted. */
export function pause(milliseconds: number, ...signals: readonly (AbortSignal | undefined)[]): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      for (const signal of signals) signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    for (const signal of signals) signal?.addEventListener("abort", done);
    if (signals.some((signal) => signal?.aborted)) done();
  });
}
