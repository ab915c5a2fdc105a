import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseReport, renderEvents } from "@plumbline/report";
import { describe, expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";
import { FAIL, folderWith, PASS, reportOf } from "../report-files.test-support.ts";

const written = reportOf({ listAlerts: FAIL, listEvents: PASS });

describe("plumbline report", () => {
  it("writes the usual files again, beside the report", async () => {
    const folder = folderWith(written);
    const { code, out } = await call(["report", "--from", join(folder, "report.json")]);
    expect([code, readdirSync(folder).sort()]).toEqual([0, ["index.html", "junit.xml", "report.json", "summary.md"]]);
    expect(out.trimEnd().endsWith("index.html")).toBe(true);
    expect(parseReport(readFileSync(join(folder, "report.json"), "utf8"))).toEqual(written);
  });

  it("writes the formats that are asked for, elsewhere", async () => {
    const folder = folderWith(written);
    const out = join(folder, "more", "deep");
    const { code } = await call([
      "report",
      "--from",
      folder,
      "--out",
      out,
      "--format",
      "sarif,har",
      "--format",
      "badge,events",
    ]);
    expect(code).toBe(0);
    expect(readdirSync(out).sort()).toEqual([
      "badge.json",
      "events.ndjson",
      "exchanges.har",
      "report.json",
      "report.sarif",
    ]);
    expect(JSON.parse(readFileSync(join(out, "report.sarif"), "utf8")).runs[0].results).toHaveLength(1);
  });

  it("compares with an earlier run", async () => {
    const earlier = folderWith(reportOf({ listAlerts: PASS, listEvents: PASS }));
    const folder = folderWith(written);
    const { code } = await call(["report", "--from", folder, "--before", earlier]);
    const { comparison } = parseReport(readFileSync(join(folder, "report.json"), "utf8"));
    expect([code, comparison?.worse, comparison?.newFailures.map(({ check }) => check)]).toEqual([
      0,
      true,
      ["RULE@listAlerts"],
    ]);
    expect(readFileSync(join(folder, "index.html"), "utf8")).toContain("1 new failure, 0 fixed");
  });

  it("rescues the report of a run that was killed from its journal", async () => {
    const folder = folderWith(written);
    const journal = join(folder, "journal.ndjson");
    const events = renderEvents(written);
    writeFileSync(journal, events.slice(0, events.indexOf('{"type":"end"') + 9));
    const { code } = await call(["report", "--from", journal, "--out", join(folder, "rescued")]);
    const report = parseReport(readFileSync(join(folder, "rescued", "report.json"), "utf8"));
    expect([code, report.outcome, report.verdicts]).toEqual([0, "interrupted", written.verdicts]);
    expect(readFileSync(journal, "utf8")).not.toBe("");
  });

  it.each([
    [["--from", "no-such-file.json"], "no-such-file.json cannot be read"],
    [["--from", folderWith(written), "--before", "nowhere.json"], "nowhere.json cannot be read"],
    [["--format", "sarfi"], 'did you mean "sarif"?'],
    [["report.json"], "name the file with --from"],
  ])("report %j is refused in one line", async (args, message) => {
    const { code, note } = await call(["report", ...args]);
    expect([code, note]).toEqual([2, expect.stringContaining(message)]);
    expect(note).not.toMatch(/\n\s+at /);
  });

  it("names the file that is no report", async () => {
    const folder = folderWith(written);
    writeFileSync(join(folder, "report.json"), "{}");
    const { code, note } = await call(["report", "--from", folder]);
    expect([code, note]).toEqual([2, expect.stringMatching(/in: Not a readable report: format should be/)]);
  });
});
