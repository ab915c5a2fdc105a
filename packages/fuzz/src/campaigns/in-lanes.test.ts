import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inLanes } from "./in-lanes.ts";

interface Job {
  readonly number: number;
  readonly key?: string;
}

describe("inLanes", () => {
  it("runs every job once, and the jobs of a key in order without overlap", async () => {
    const keys = fc.array(fc.constantFrom("a", "b", undefined), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(keys, fc.integer({ min: 1, max: 6 }), fc.scheduler(), async (drawn, width, scheduler) => {
        const jobs: Job[] = drawn.map((key, number) => ({ number, ...(key && { key }) }));
        const running = new Set<string>();
        const done: Job[] = [];
        const all = inLanes({
          jobs: jobs.values(),
          width,
          keyOf: ({ key }) => key,
          work: async (job) => {
            const { key } = job;
            if (key !== undefined) expect(running.has(key)).toBe(false);
            if (key !== undefined) running.add(key);
            await scheduler.schedule(Promise.resolve());
            if (key !== undefined) running.delete(key);
            done.push(job);
            return true;
          },
        });
        await scheduler.waitFor(all);
        expect(done.map(({ number }) => number).sort((a, b) => a - b)).toEqual(jobs.map(({ number }) => number));
        for (const key of ["a", "b"]) {
          const numbers = done.filter((job) => job.key === key).map(({ number }) => number);
          expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
        }
      }),
      { numRuns: 50 },
    );
  });

  it("starts no further job once one returns false", async () => {
    const seen: number[] = [];
    const work = async (job: number): Promise<boolean> => seen.push(job) < 3;
    await inLanes({ jobs: [1, 2, 3, 4, 5].values(), width: 1, keyOf: () => undefined, work });
    expect(seen).toEqual([1, 2, 3]);
  });

  it("rethrows the error of a job", async () => {
    const work = () => Promise.reject(new Error("no"));
    await expect(inLanes({ jobs: [1, 2].values(), width: 2, keyOf: () => "k", work })).rejects.toThrow("no");
  });
});
