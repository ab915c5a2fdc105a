import { mkdtempSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";
import { readReport } from "../output/read-report.ts";
import { FAIL, folderWith, PASS, reportOf } from "../report-files.test-support.ts";

const one = folderWith(reportOf({ listAlerts: PASS }));
const other = folderWith(reportOf({ listEvents: FAIL }));
const out = mkdtempSync(join(tmpdir(), "plumbline-merge-"));
const merged = () => readReport(out);

describe("plumbline merge", () => {
  it("writes one report of all shards and answers as the whole run would", async () => {
    const { code, out: text } = await call(["merge", one, join(other, "report.json"), "--out", out]);
    expect([code, merged().verdicts.map(({ check }) => check)]).toEqual([1, ["RULE@listAlerts", "RULE@listEvents"]]);
    expect(text).toContain("Outcome: ✘ failed");
  });

  it("knows failures, and that an entry matches no check of any shard", async () => {
    const list = join(out, "known.yml");
    writeFileSync(list, "- { check: RULE@listEvents, reason: ticket }\n");
    const args = ["merge", one, other, "--out", out, "--quiet", "--known-failures", list];
    expect((await call(args)).code).toBe(0);
    writeFileSync(list, "- { check: RULE@listEvents, reason: ticket }\n- { check: RULE@gone, reason: ticket }\n");
    expect([(await call(args)).code, merged().staleKnownFailures]).toEqual([
      6,
      [{ check: "RULE@gone", state: "unmatched" }],
    ]);
  });

  it("deletes no report that it merges", async () => {
    const shard = folderWith(reportOf({ listAlerts: PASS }));
    const link = join(out, "link");
    symlinkSync(shard, link);
    const before = readdirSync(shard);
    for (const [input, folder] of [
      [shard, shard],
      [join(shard, "report.json"), shard],
      [shard, link],
    ] as const) {
      const { code, note } = await call(["merge", input, other, "--out", folder]);
      expect([code, note]).toEqual([2, expect.stringContaining(`${input} is in ${folder}, `)]);
    }
    expect(readdirSync(shard)).toEqual(before);
    const within = join(shard, "whole");
    expect((await call(["merge", shard, other, "--out", within])).code).toBe(1);
  });

  it.each([
    [[], "takes the reports of the shards"],
    [[one, one], "two reports have a verdict on RULE@listAlerts"],
    [[one, "nowhere"], "nowhere cannot be read"],
  ])("merge %j is refused", async (args, message) => {
    const { code, note } = await call(["merge", ...args, "--out", out]);
    expect([code, note]).toEqual([2, expect.stringContaining(message)]);
  });
});
