import fc from "fast-check";
import { expect, it } from "vitest";
import { pool } from "./pool.ts";

it("runs every job once, at most `width` at a time, and the jobs of a lane in order without overlap", async () => {
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
