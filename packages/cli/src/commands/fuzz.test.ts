import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";

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
    const names = readdirSync(join(out, "corpus"));
    expect(names.map((name) => name.replace(/.*?\./, ""))).toEqual(["json", "sh", "test.ts"]);
    const file = join(out, "corpus", names.find((name) => name.endsWith(".json")) ?? "");
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      severity: 2,
      reason: "invalid-accepted",
      shot: { shows: { location: "query", pointer: "nLogs", keyword: "maximum", side: "above" } },
    });
    expect(readFileSync(file.replace(".json", ".sh"), "utf8")).toContain("nLogs=20001");
    expect(readFileSync(file.replace(".json", ".test.ts"), "utf8")).toContain("nLogs=20001");

    const again = await call(["fuzz", "--fault", "VA-30", "--replay", file, "--out", folder()]);
    expect([again.code, again.out]).toEqual([1, expect.stringMatching(/^FAILED /)]);
    const mended = await call(["fuzz", "--replay", file, "--out", folder()]);
    expect([mended.code, mended.out]).toEqual([0, expect.stringMatching(/^FIXED /)]);
  }, 60_000);

  it("sends disjoint parts of one plan, and the same plan for the same seed", async () => {
    const plans = async (...more: string[]): Promise<string> => {
      const out = folder();
      await call(["fuzz", "--operation", "listAlerts", "--seed", "3", "--requests", "40", "--out", out, ...more]);
      return JSON.stringify(JSON.parse(readFileSync(join(out, "coverage.json"), "utf8")).plans);
    };
    expect(await plans()).toBe(await plans());
    expect(await plans("--shard", "1/2")).not.toBe(await plans("--shard", "2/2"));
  }, 60_000);

  it("says how much of the contract is proven, and fails below what is asked for", async () => {
    const gated = await call(["fuzz", "--requests", "100", "--seed", "1", "--coverage", "90", "--out", folder()]);
    expect(gated.code).toBe(1);
    expect(gated.note).toMatch(/cells of the contract are proven \(\d/);
  }, 60_000);

  it.each([
    ["--shard", "3/2"],
    ["--replay", "/nowhere/failure.json"],
  ])("refuses %s %s", async (...flags) => {
    expect((await call(["fuzz", ...flags, "--out", folder()])).code).toBe(2);
  });
});
