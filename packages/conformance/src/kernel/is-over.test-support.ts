/** Whether a promise has settled, without waiting for it. */
export const isOver = (waited: Promise<unknown>): Promise<boolean> =>
  Promise.race([waited.then(() => true), new Promise<false>((resolve) => setImmediate(resolve, false))]);
