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

test("what is gone at once is not waited for", async () => {
  const { goes, waited } = shownUntil(0);
  expect([await goes(), waited()]).toEqual([false, 0]);
});

test("what goes some seconds later is waited for, and no longer than that takes", async () => {
  const { goes, waited } = shownUntil(6_000);
  expect(await goes()).toBe(false);
  expect(waited()).toBeLessThan(12_000);
});

test("what stays is waited for half a minute once, and after that looked at once", async () => {
  const { goes, waited } = shownUntil(Number.POSITIVE_INFINITY);
  expect(await goes()).toBe(true);
  const first = waited();
  expect(first).toBeGreaterThan(25_000);
  expect(first).toBeLessThan(45_000);
  expect(await goes()).toBe(true);
  expect(waited() - first).toBe(0);
});

test("what was not removed is waited for no longer than a read may be late, and nothing follows from that", async () => {
  const { inVain, goes, waited } = shownUntil(Number.POSITIVE_INFINITY);
  expect(await goes("deleteSnapshot", 0)).toBe(true);
  expect(waited()).toBeLessThan(5_000);
  expect(inVain.size).toBe(0);
});

test("another operation is waited for on its own", async () => {
  const { goes, waited } = shownUntil(Number.POSITIVE_INFINITY);
  await goes("deleteSnapshot");
  const first = waited();
  await goes("deleteExportBucket");
  expect(waited() - first).toBeGreaterThan(25_000);
});
