import { existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";
import { readReport } from "../output/read-report.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-run-"));
const list = join(folder, "known-failures.yml");
const run = (...args: readonly string[]) =>
  call([
    ...["run", "--fault", "PG-03", "--only", "PAGE-ITEMS-*", "--operation", "listAlerts,listAlertConfigs"],
    ...["--out", join(folder, "out"), "--quiet"],
    ...args,
  ]);
const report = () => readReport(join(folder, "out"));

describe("plumbline run --known-failures --format", () => {
  it("is green when every failure is listed, and writes what was asked for", async () => {
    expect((await run()).code).toBe(1);
    const failed = report().verdicts.filter(({ outcome }) => outcome === "fail");
    expect(failed.length).toBeGreaterThan(0);
    writeFileSync(list, JSON.stringify(failed.map(({ check }) => ({ check, reason: "ticket" }))));
    expect((await run("--known-failures", list, "--format", "sarif,har")).code).toBe(0);
    expect(report().counts.byOutcome).toMatchObject({ fail: 0, "known-fail": failed.length });
    expect(readdirSync(join(folder, "out")).sort()).toEqual([
      "exchanges.har",
      "exchanges.ndjson",
      "journal.ndjson",
      "report.json",
      "report.sarif",
    ]);
  });

  it("is red with 6 when an entry passes now", async () => {
    const { check } = report().verdicts.find(({ outcome }) => outcome === "pass") ?? expect.fail("nothing passes");
    writeFileSync(
      list,
      JSON.stringify(
        [...report().verdicts.filter(({ outcome }) => outcome === "known-fail"), { check }].map((one) => ({
          check: one.check,
          reason: "ticket",
        })),
      ),
    );
    expect((await run("--known-failures", list)).code).toBe(6);
    expect(report().staleKnownFailures).toEqual([{ check, state: "passes" }]);
  });

  it.each([
    [["--known-failures", "no-such-list.yml"], "no-such-list.yml cannot be read"],
    [["--format", "jnuit"], 'did you mean "junit"?'],
  ])("%j costs no run", async (args, message) => {
    const out = join(folder, "never");
    const { code, note } = await call(["run", "--out", out, ...args]);
    expect([code, existsSync(out), note]).toEqual([2, false, expect.stringContaining(message)]);
  });
});
