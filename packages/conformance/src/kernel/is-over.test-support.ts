/** Whether something has ended by now, without waiting for it. */
export const isOver = (waited: Promise<unknown>): Promise<boolean> =>
  Promise.race([waited.then(() => true), new Promise<false>((resolve) => setImmediate(resolve, false))]);
