/** How far to look ahead past jobs that wait for another one with their key: more would disturb the order. */
const AHEAD = 96;

/** Jobs, and how to run them concurrently. */
export interface Lanes<Job> {
  readonly jobs: Iterator<Job>;
  /** The number of concurrent jobs. */
  readonly width: number;
  /** Jobs with the same key never overlap; jobs without a key may. */
  readonly keyOf: (job: Job) => string | undefined;
  /** False when no further jobs should start. */
  readonly work: (job: Job) => Promise<boolean>;
}

/** Runs jobs in their order; the next job overtakes one that must wait. Rejects when `work` does. */
export async function inLanes<Job>({ jobs, width, keyOf, work }: Lanes<Job>): Promise<void> {
  const busy = new Set<string>();
  const waiting: Job[] = [];
  const asleep = new Set<() => void>();
  let over = false;
  const isFree = (job: Job): boolean => !busy.has(keyOf(job) ?? "");
  const take = (): Job | undefined => {
    const index = waiting.findIndex(isFree);
    if (index >= 0) return waiting.splice(index, 1)[0];
    while (waiting.length < AHEAD) {
      const next = jobs.next();
      if (next.done === true) return undefined;
      if (isFree(next.value)) return next.value;
      waiting.push(next.value);
    }
    return undefined;
  };
  const wakeAll = (): void => {
    if (asleep.size === 0) return;
    for (const wake of asleep) wake();
    asleep.clear();
  };
  const lane = async (): Promise<void> => {
    while (!over) {
      const job = take();
      if (job === undefined && waiting.length === 0) return;
      if (job === undefined) {
        await new Promise<void>((wake) => asleep.add(wake));
        continue;
      }
      const key = keyOf(job);
      if (key !== undefined) busy.add(key);
      try {
        if (!(await work(job))) over = true;
      } catch (error) {
        over = true;
        throw error;
      } finally {
        if (key !== undefined) busy.delete(key);
        wakeAll();
      }
    }
  };
  // Waits for all lanes, so that cleanup starts only when no lane writes any more.
  const ends = await Promise.allSettled(Array.from({ length: width }, lane));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}
