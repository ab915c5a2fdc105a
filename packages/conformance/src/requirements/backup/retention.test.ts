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

describe("keepingAll", () => {
  it("keeps snapshots longer than any existing one, even one prolonged by hand", () => {
    const items = [item("hourly", "days", 2), item("daily", "days", 7)];
    const values = keepingAll(items, [kept("hourly", 30), kept("daily", 400), kept("daily", 7)]);
    expect(values?.map(({ retentionValue }) => retentionValue)).toEqual([32, 402]);
  });

  it("keeps rarer snapshots at least as long as more frequent ones, in any order of items", () => {
    const values = keepingAll([item("weekly", "weeks", 4), item("daily", "days", 7)], [kept("daily", 100)]);
    expect(values?.map(({ retentionValue }) => retentionValue)).toEqual([15, 102]);
    const monthly = keepingAll([item("monthly", "months", 1), item("yearly", "years", 1)], [kept("monthly", 700)]);
    expect(monthly?.map(({ retentionValue }) => retentionValue)).toEqual([26, 3]);
  });

  it("returns nothing if a retention cannot be read", () => {
    expect(keepingAll([item("daily", "fortnights", 7)], [])).toBeUndefined();
    expect(keepingAll([{ frequencyType: "daily", retentionUnit: "days" }], [])).toBeUndefined();
  });
});

describe("follows", () => {
  const asked = { from: 100 * DAY, to: 100 * DAY };
  it.each([
    ["counted from the snapshot", 8, true],
    ["counted from the update", 108, true],
    ["counted from neither", 60, false],
    ["that did not change", 5, false],
  ])("judges an expiry %s", (_what, days, expected) => {
    expect(follows(days * DAY, 0, asked, item("daily", "days", 8))).toBe(expected);
  });

  it("accepts a month of 28 to 31 days, rounded by a day", () => {
    for (const [days, expected] of [
      [26, false],
      [27, true],
      [32, true],
      [33, false],
    ] as const)
      expect(follows(days * DAY, 0, asked, item("monthly", "months", 1)), String(days)).toBe(expected);
  });

  it("accepts any expiry for an item without a retention", () => {
    expect(follows(0, 0, asked, {})).toBe(true);
  });
});
