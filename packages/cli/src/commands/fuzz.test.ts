import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";
import { readReport } from "../output/read-report.ts";

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), "plumbline-fuzz-"));
  folders.push(made);
  return made;
};
afterEach(() => {
  for (const one of folders.splice(0)) rmSync(one, { recursive: true, force: true });
});

describe("plumbline fuzz", () => {
  it("stores a failure that can be replayed, as data, as a test and as curl", async () => {
    const out = folder();
    const logs = ["--operation", "getAccessLogsByCluster", "--seed", "1", "--requests", "400"];
    const found = await call(["fuzz", "--fault", "VA-30", ...logs, "--out", out, "--corpus", join(out, "corpus")]);
    expect(found.code).toBe(1);
    const names = readdirSync(join(out, "corpus")).filter((name) => !name.startsWith("reached-"));
    expect(names.map((name) => name.replace(/.*?\./, ""))).toEqual(["json", "sh", "test.ts"]);
    const file = join(out, "corpus", names.find((name) => name.endsWith(".json")) ?? "");
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      severity: 2,
      reason: "invalid-accepted",
      testCase: { shows: { location: "query", pointer: "nLogs", keyword: "maximum", side: "above" } },
    });
    expect(readFileSync(file.replace(".json", ".sh"), "utf8")).toContain("nLogs=20001");
    expect(readFileSync(file.replace(".json", ".test.ts"), "utf8")).toContain("nLogs=20001");

    const again = await call(["fuzz", "--fault", "VA-30", "--replay", file, "--out", folder()]);
    expect([again.code, again.out]).toEqual([1, expect.stringMatching(/^FAILED /)]);
    const mended = await call(["fuzz", "--replay", file, "--out", folder()]);
    expect([mended.code, mended.out]).toEqual([0, expect.stringMatching(/^FIXED /)]);
  });

  it("sends disjoint parts of one plan, and the same plan for the same seed", async () => {
    const plans = async (...more: string[]): Promise<string> => {
      const out = folder();
      await call(["fuzz", "--operation", "listAlerts", "--seed", "3", "--requests", "40", "--out", out, ...more]);
      return JSON.stringify(JSON.parse(readFileSync(join(out, "coverage.json"), "utf8")).plans);
    };
    expect(await plans()).toBe(await plans());
    expect(await plans("--shard", "1/2")).not.toBe(await plans("--shard", "2/2"));
  });

  it("says how much of the contract is proven, and fails below what is asked for", async () => {
    const gated = await call([
      "fuzz",
      "--operation",
      "listAlerts,createAlertConfig",
      "--requests",
      "40",
      "--seed",
      "1",
      "--coverage",
      "90",
      "--out",
      folder(),
    ]);
    expect(gated.code).toBe(1);
    expect(gated.note).toMatch(/proved \d+ of \d+ cells of the contract \(\d/);
  });

  it("shows the coverage in the report, and that the same order was sent", async () => {
    const out = folder();
    const { note } = await call([
      "fuzz",
      "--operation",
      "listAlerts",
      "--requests",
      "240",
      "--seed",
      "1",
      "--out",
      out,
    ]);
    const { coverage } = readReport(out);
    const own = coverage?.filter(({ operation }) => operation === "listAlerts") ?? [];
    expect(own).toContainEqual({
      operation: "listAlerts",
      version: "v2",
      location: "query",
      pointer: "itemsPerPage",
      keyword: "maximum",
      side: "outside",
      verdict: "conforms",
      cells: 2,
    });
    for (const { verdict, whyNot = "" } of coverage ?? [])
      if (verdict === "missing") expect(whyNot.length).toBeGreaterThan(5);
    expect(note).toMatch(/^plan [0-9a-f]{16} of \d+ requests, seed 1$/m);
  });

  it("goes on with drawn requests as long as it may, and stops when nothing new comes", async () => {
    const few = ["--operation", "listAlerts", "--seed", "1"];
    const reportOf = async (...more: string[]): Promise<number> => {
      const out = folder();
      expect((await call(["fuzz", ...few, ...more, "--out", out])).code).toBe(0);
      const { operations } = JSON.parse(readFileSync(join(out, "coverage.json"), "utf8"));
      const counts: number[] = operations.flatMap(({ statuses }: { statuses: object }) => Object.values(statuses));
      return counts.reduce((sum, count) => sum + count, 0);
    };
    const long = await reportOf("--requests", "1500");
    expect(long).toBeGreaterThan(1_400);
    expect(await reportOf("--requests", "100000", "--stop-when-dry")).toBeLessThan(5_000);
    expect(await reportOf("--time", "5")).toBeGreaterThan(0);
  });

  it.each([
    [["--shard", "3/2"], "--shard takes I/N"],
    [["--shard", "one"], "--shard takes I/N"],
    [["--replay", "/nowhere/failure.json"], "cannot be replayed"],
    [["--requests", "0"], "--requests takes an integer of at least 1"],
    [["--requests", "many"], "--requests takes an integer of at least 1"],
    [["--time", "-1"], "--time"],
    [["--time", "0"], "--time takes an integer of at least 1"],
    [["--seed", "1.5"], "--seed takes an integer"],
    [["--operation", "listAlrets"], 'did you mean "listAlerts"?'],
    [["--only", "FUZZ-STATE"], 'did you mean "FUZZ-STATES"?'],
    [["--coverage", "101"], "--coverage takes a percentage"],
    [["--corpus", "package.json"], "cannot be replayed"],
    [["--format", "htlm"], 'did you mean "html"?'],
    [["--jobs", "0"], "--jobs takes an integer"],
    [["--stop-when-dry=yes"], "takes no value"],
    [["listAlerts"], "takes no words"],
  ])("refuses %j", async (flags, message) => {
    const { code, note } = await call(["fuzz", ...flags, "--out", folder()]);
    expect([code, note]).toEqual([2, expect.stringContaining(message)]);
  });
});
