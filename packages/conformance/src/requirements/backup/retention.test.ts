import { describe, expect, it } from "vitest";
import { follows, type Kept, keepingAll } from "./retention.ts";

const DAY = 86_400_000;
const item = (frequencyType: string, retentionUnit: string, retentionValue: number) => ({
  frequencyType,
  retentionUnit,
  retentionValue,
});
const kept = (frequency: string, days: number): Kept => ({
  id: "32b6e34b3d91647abb20e7b8",
  frequency,
  created: 0,
  expires: days * DAY,
});

describe("items that keep all snapshots", () => {
  it("keep them longer than the one that is kept longest, prolonged by hand or made under another retention", () => {
    const items = [item("hourly", "days", 2), item("daily", "days", 7)];
    const values = keepingAll(items, [kept("hourly", 30), kept("daily", 400), kept("daily", 7)]);
    expect(values?.map(({ retentionValue }) => retentionValue)).toEqual([32, 402]);
  });

  it("keep rarer ones as long as more frequent ones, in whatever order they stand", () => {
    const values = keepingAll([item("weekly", "weeks", 4), item("daily", "days", 7)], [kept("daily", 100)]);
    expect(values?.map(({ retentionValue }) => retentionValue)).toEqual([15, 102]);
    const monthly = keepingAll([item("monthly", "months", 1), item("yearly", "years", 1)], [kept("monthly", 700)]);
    expect(monthly?.map(({ retentionValue }) => retentionValue)).toEqual([26, 3]);
  });

  it("are none where a retention cannot be read", () => {
    expect(keepingAll([item("daily", "fortnights", 7)], [])).toBeUndefined();
    expect(keepingAll([{ frequencyType: "daily", retentionUnit: "days" }], [])).toBeUndefined();
  });
});

describe("an expiry", () => {
  const asked = { from: 100 * DAY, to: 100 * DAY };
  it.each([
    ["from when the snapshot was taken", 8, true],
    ["from when the retention was set", 108, true],
    ["of neither", 60, false],
    ["as it was before", 5, false],
  ])("counts %s", (_what, days, expected) => {
    expect(follows(days * DAY, 0, asked, item("daily", "days", 8))).toBe(expected);
  });

  it("may count a month as 28 to 31 days, and be rounded by a day", () => {
    for (const [days, expected] of [
      [26, false],
      [27, true],
      [32, true],
      [33, false],
    ] as const)
      expect(follows(days * DAY, 0, asked, item("monthly", "months", 1)), String(days)).toBe(expected);
  });

  it("of an item that says nothing is not judged", () => {
    expect(follows(0, 0, asked, {})).toBe(true);
  });
});
