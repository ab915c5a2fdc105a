import { expect, test } from "vitest";
import { goesAway } from "./goes-away.ts";

/** A target that shows its record until this time; the clock moves only by waits. */
function shownUntil(end: number) {
  let now = 0;
  const parts = {
    pass: async (milliseconds: number): Promise<void> => {
      now += milliseconds;
    },
    inVain: new Set<string>(),
  };
  const goes = (remove = "deleteSnapshot", rounds?: number) =>
    goesAway(
      { ...parts, ...(rounds !== undefined && { rounds }) },
      remove,
      async () => now < end,
      (there) => !there,
    );
  return { inVain: parts.inVain, goes, waited: () => now };
}

test("goesAway does not wait for a record that is already gone", async () => {
  const { goes, waited } = shownUntil(0);
  expect([await goes(), waited()]).toEqual([false, 0]);
});

test("goesAway waits for a record that goes after some seconds, but not much longer", async () => {
  const { goes, waited } = shownUntil(6_000);
  expect(await goes()).toBe(false);
  expect(waited()).toBeLessThan(12_000);
});

test("goesAway waits half a minute for the first record that stays, and then looks only once", async () => {
  const { goes, waited } = shownUntil(Number.POSITIVE_INFINITY);
  expect(await goes()).toBe(true);
  const first = waited();
  expect(first).toBeGreaterThan(25_000);
  expect(first).toBeLessThan(45_000);
  expect(await goes()).toBe(true);
  expect(waited() - first).toBe(0);
});

test("goesAway with 0 rounds waits only for late reads, and draws no conclusion", async () => {
  const { inVain, goes, waited } = shownUntil(Number.POSITIVE_INFINITY);
  expect(await goes("deleteSnapshot", 0)).toBe(true);
  expect(waited()).toBeLessThan(5_000);
  expect(inVain.size).toBe(0);
});

test("goesAway waits separately for each operation", async () => {
  const { goes, waited } = shownUntil(Number.POSITIVE_INFINITY);
  await goes("deleteSnapshot");
  const first = waited();
  await goes("deleteExportBucket");
  expect(waited() - first).toBeGreaterThan(25_000);
});
