import fc from "fast-check";
import { expect, test } from "vitest";
import { Caller } from "../caller.test-support.ts";
import { standingClock } from "../clock.ts";
import { memberIn } from "../json.test-support.ts";
import { NOON } from "../running.test-support.ts";
import { startReference } from "../start.ts";
import { alertCommands } from "./alert-commands.test-support.ts";
import { backupCommands } from "./backup-commands.test-support.ts";
import { lifeCycleCommands } from "./life-cycle-commands.test-support.ts";
import { type Command, command, newModel } from "./model.test-support.ts";

/** The number of random programs; use `MODEL_RUNS=100` before a release. */
const RUNS = Number(process.env["MODEL_RUNS"] ?? 12);
const LENGTH = 60;

/** From the last millisecond of a state to the first of the next, and days for records that expire. */
const steps = [
  1, 1_999, 2_000, 4_999, 5_000, 10_000, 7_999, 8_000, 14_999, 15_000, 20_000, 30_000, 86_400_000,
] as const;
const wait: fc.Arbitrary<Command> = fc.constantFrom(...steps).map((milliseconds) =>
  command(`wait for ${milliseconds} ms`, async (model, caller) => {
    model.now += milliseconds;
    caller.reference.clock.advance(milliseconds);
  }),
);
const all = [...alertCommands, ...backupCommands, ...lifeCycleCommands, wait, wait, wait, wait];

async function withServer(use: (caller: Caller) => Promise<void>, faults: readonly string[] = []): Promise<void> {
  const failures: unknown[] = [];
  const reference = await startReference({
    clock: standingClock(NOON),
    faults,
    onRequest: ({ error }) => void (error !== undefined && failures.push(error)),
  });
  try {
    await use(new Caller(reference));
    expect(failures).toEqual([]);
  } finally {
    await reference.close();
  }
}

test("whatever callers do in whatever order, the state is the one that the rules say", async () => {
  const done = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.commands([...all], { maxCommands: LENGTH, size: "max" }), (program) =>
      withServer(async (caller) => {
        await fc.asyncModelRun(() => ({ model: newModel(), real: caller }), program);
        for (const one of String(program).split(",")) done.set(one, (done.get(one) ?? 0) + 1);
      }),
    ),
    { numRuns: RUNS },
  );
  expect(done.size).toBeGreaterThan(30);
});

test("of on-demand snapshots that are asked for at the same time, exactly one is taken", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 8 }),
      fc.array(fc.integer({ min: 0, max: 25_000 }), { minLength: 1, maxLength: 4 }),
      (callers, pauses) =>
        withServer(async (caller) => {
          const many = Array.from({ length: callers }, () => new Caller(caller.reference));
          let busyUntil = 0;
          let now = 0;
          for (const pause of pauses) {
            now += pause;
            caller.reference.clock.advance(pause);
            const replies = await Promise.all(many.map((one) => one.call("takeSnapshot", { json: {} })));
            const taken = replies.filter(({ status }) => status === 200);
            expect(replies.filter(({ status }) => status === 409)).toHaveLength(callers - taken.length);
            expect(taken).toHaveLength(now >= busyUntil ? 1 : 0);
            if (taken.length === 1) busyUntil = now + 20_000;
          }
          const { json } = await caller.call("listSnapshots", { query: "itemsPerPage=500" });
          const results = memberIn(json, "results");
          const unfinished = Array.isArray(results) ? results.filter(({ status }) => status !== "completed") : [];
          expect(unfinished.length).toBeLessThanOrEqual(1);
        }),
    ),
    { numRuns: RUNS },
  );
});

test.each([
  ["AL-08", "a delete that does nothing", alertCommands],
  ["ST-03", "an acknowledgement that cannot be lifted", alertCommands],
  ["BK-07", "a bucket in use that can be deleted", backupCommands],
  ["SN-10", "an update of a schedule that clears what it does not name", backupCommands],
  ["SN-26", "snapshots on demand at the same time", backupCommands],
  ["SR-02", "two indexes of one name", lifeCycleCommands],
  ["SR-20", "an index that never goes", lifeCycleCommands],
  ["MI-07", "a cut-over that does nothing", lifeCycleCommands],
])("the model notices %s: %s", async (fault, _what, commands) => {
  const program = fc.commands([...commands, wait], { maxCommands: 4 * LENGTH, size: "max" });
  const run = await fc.check(
    fc.asyncProperty(program, (drawn) =>
      withServer((caller) => fc.asyncModelRun(() => ({ model: newModel(), real: caller }), drawn), [fault]),
    ),
    { numRuns: 100, endOnFailure: true, seed: 1 },
  );
  expect(run.failed).toBe(true);
});
