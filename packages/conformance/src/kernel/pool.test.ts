import fc from "fast-check";
import { expect, it } from "vitest";
import { pool } from "./pool.ts";

it("pool runs every job once, at most `width` at a time, and the jobs of a lane in order without overlap", async () => {
  const job = fc.record({ lane: fc.constantFrom(undefined, "a", "b"), ticks: fc.nat(3) });
  await fc.assert(
    fc.asyncProperty(fc.array(job, { maxLength: 30 }), fc.integer({ min: 1, max: 6 }), async (jobs, width) => {
      let running = 0;
      const inLane = new Map<string, number>();
      const finished: number[] = [];
      await pool(
        jobs.map((one, index) => ({ ...one, index })),
        width,
        ({ lane }) => lane,
        async ({ lane, ticks, index }) => {
          running += 1;
          expect(running).toBeLessThanOrEqual(width);
          if (lane) {
            expect(inLane.get(lane) ?? -1).toBeLessThan(index);
            inLane.set(lane, index);
          }
          for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
          if (lane) expect(inLane.get(lane)).toBe(index);
          running -= 1;
          finished.push(index);
        },
      );
      expect([...finished].sort((a, b) => a - b)).toEqual(jobs.map((_, index) => index));
    }),
  );
});

it("pool starts with the longest lane, and fills free slots with jobs outside of lanes", async () => {
  const begun: string[] = [];
  const jobs = ["x", "a1", "b1", "b2", "y", "a2", "a3"];
  await pool(
    jobs,
    1,
    (job) => (job.length === 1 ? undefined : job.slice(0, 1)),
    async (job) => void begun.push(job),
  );
  expect(begun).toEqual(["a1", "a2", "a3", "b1", "b2", "x", "y"]);
});

it("pool uses its full width", async () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let begun = 0;
  const work = async (): Promise<void> => {
    begun += 1;
    // No job ends before the third has begun.
    if (begun === 3) open();
    await opened;
  };
  await pool([1, 2, 3, 4], 3, () => undefined, work);
  expect(begun).toBe(4);
});

it("pool resolves if there are no jobs", async () => {
  await expect(
    pool(
      [],
      3,
      () => undefined,
      () => expect.fail("worked"),
    ),
  ).resolves.toBeUndefined();
});
