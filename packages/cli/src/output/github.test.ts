import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";
import { FAIL, folderWith, PASS, reportOf } from "../report-files.test-support.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-github-"));
const left = [{ operation: "createGroup", id: "::error::not us", state: "left" }] as const;
const good = folderWith(reportOf({ listAlerts: PASS }, { changes: left }));
const bad = folderWith(reportOf({ listEvents: FAIL }));
const merge = (environment: Record<string, string>) => call(["merge", good, bad, "--out", folder], environment);

describe("GitHub Actions", () => {
  it("gets annotations and an addition to the job's summary", async () => {
    const summary = join(folder, "step.md");
    writeFileSync(summary, "before\n");
    const { note } = await merge({ GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary });
    expect(note).toMatch(/^::error title=Plumbline RULE \(MUST\)::The rule holds\.%0ARULE@listEvents: expected 4xx/);
    expect(readFileSync(summary, "utf8")).toMatch(/^before\n## ✘ Plumbline: failed\n/);
  });

  it("takes no command from what a target supplied", async () => {
    const { out, note } = await merge({ GITHUB_ACTIONS: "true" });
    expect(out).toContain("⟨::⟩error::not us");
    const commands = (out + note).split("\n").filter((line) => line.trimStart().startsWith("::"));
    expect(commands).toEqual([expect.stringMatching(/^::error title=Plumbline RULE/)]);
  });

  it("gets a warning if the summary cannot be written, and the outcome stays", async () => {
    const { code, note } = await merge({ GITHUB_STEP_SUMMARY: join(folder, "no", "such", "folder") });
    expect([code, note]).toEqual([1, expect.stringContaining("cannot be written to GITHUB_STEP_SUMMARY")]);
  });

  it("gets no commands outside of GitHub Actions", async () => {
    expect((await merge({})).note).toBe("");
  });
});
