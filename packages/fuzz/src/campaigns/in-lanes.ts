/** Jobs looked at beyond those that wait for another of their key: more would leave the order behind. */
const AHEAD = 96;

/** Jobs, and how many of them may run at a time. */
export interface Lanes<Job> {
  readonly jobs: Iterator<Job>;
  /** Jobs at a time. */
  readonly width: number;
  /** Jobs of one key never overlap; those without may. */
  readonly keyOf: (job: Job) => string | undefined;
  /** False when nothing more is to be begun. */
  readonly work: (job: Job) => Promise<boolean>;
}

/** Works jobs off in their order; one that may not begin yet lets the next go ahead. Rejects when `work` does. */
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
  // Settled, so that nothing is put back while other lanes still write.
  const ends = await Promise.allSettled(Array.from({ length: width }, lane));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}
