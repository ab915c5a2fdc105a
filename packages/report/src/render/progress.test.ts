import { describe, expect, it } from "vitest";
import { formatProgress } from "./progress.ts";

const PROGRESS = { stage: "read-only", done: 300, total: 1190, requests: 1024, failures: 3, seconds: 62.9 };

describe("formatProgress", () => {
  it("says how far, how much and how long", () => {
    expect(formatProgress(PROGRESS, { width: 100, colour: false })).toBe(
      "read-only  █████░░░░░░░░░░░░░░░  300/1,190  3 failures  1,024 requests  1:02",
    );
  });

  it.each([100, 70, 60, 40, 30, 12, 5, 0])("fits %i columns", (width) => {
    const line = formatProgress(PROGRESS, { width, colour: true });
    expect(Array.from(line.replace(/\u001B\[\d+m/gu, "")).length).toBeLessThanOrEqual(width);
  });

  it("keeps the failures longest", () => {
    expect(formatProgress(PROGRESS, { width: 24, colour: false })).toBe("300/1,190  3 failures");
  });

  it("bears totals that are unknown or overshot, and hostile names", () => {
    expect(formatProgress({ ...PROGRESS, total: 0 }, { width: 100, colour: false })).toContain("░  300  3");
    expect(formatProgress({ ...PROGRESS, done: 9, total: 3 }, { width: 100, colour: false })).toContain("█  9/3");
    expect(formatProgress({ ...PROGRESS, stage: "\u001B[2J\n" }, { width: 100, colour: false })).toMatch(/^␛\[2J {2}/u);
  });
});
