import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";
import { readReport } from "../output/read-report.ts";

const out = mkdtempSync(join(tmpdir(), "plumbline-accept-date-"));
afterAll(() => rmSync(out, { recursive: true, force: true }));

it("asks every operation of version 2 for the date, in runs and in what repeats them", async () => {
  const flags = ["--profile", "atlas", "--accept-date", "2024-08-05", "--area", "SRCH,VER", "--out", out];
  const { code } = await call(["run", ...flags, "--format", "json", "--quiet"]);
  const report = readReport(out);
  const accepts = report.exchanges.flatMap(({ version, request }) =>
    version === "2" ? request.headers.flatMap(([name, value]) => (name === "accept" ? [value] : [])) : [],
  );
  expect(accepts).toContain("application/vnd.atlas.2024-08-05+json");
  expect(accepts).not.toContain("application/vnd.atlas.2025-01-01+json");
  const broken = report.verdicts.filter(({ outcome }) => outcome === "fail" || outcome === "warn");
  expect(broken).toEqual([]);
  expect(code).toBe(0);
  expect(report.run.command).toContain("--accept-date 2024-08-05");
});

it.each([
  [["--accept-date", "2024-8-5"], 'expected a date such as 2024-08-05, received "2024-8-5"'],
  [["--accept-date", "2024-02-30"], 'received "2024-02-30"'],
  [["--target", "prism", "--accept-date", "2024-08-05"], "a single date"],
])("refuses %j", async (flags, told) => {
  const { code, note } = await call(["plan", ...flags]);
  expect([code, note]).toEqual([2, expect.stringContaining(told)]);
  // The command started no process for the target.
  expect(process.getActiveResourcesInfo()).not.toContain("ProcessWrap");
});
