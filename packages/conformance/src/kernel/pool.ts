/** Runs jobs with at most `width` at a time; jobs of one lane run one after another, in order. */
export async function pool<Job>(
  jobs: readonly Job[],
  width: number,
  laneOf: (job: Job) => string | undefined,
  work: (job: Job) => Promise<void>,
): Promise<void> {
  const lanes = new Map<string, Job[]>();
  const queue: Job[][] = [];
  for (const job of jobs) {
    const lane = laneOf(job);
    const line = lane === undefined ? undefined : lanes.get(lane);
    if (line !== undefined) {
      line.push(job);
      continue;
    }
    const started = [job];
    if (lane !== undefined) lanes.set(lane, started);
    queue.push(started);
  }
  // Lanes have the most jobs, so they start first.
  queue.sort((one, other) => other.length - one.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let line = queue[next++]; line !== undefined; line = queue[next++]) {
      for (const job of line) await work(job);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, queue.length) }, worker));
}
