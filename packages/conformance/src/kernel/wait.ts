/** Waits on the local clock; an aborted signal in `ends` ends the wait early. */
export function wait(milliseconds: number, ends: readonly AbortSignal[]): Promise<void> {
  if (ends.some(({ aborted }) => aborted)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      for (const end of ends) end.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    for (const end of ends) end.addEventListener("abort", done, { once: true });
  });
}
