import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderEvents } from "@plumbline/report";
import { describe, expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";
import { readReport } from "../output/read-report.ts";
import { FAIL, folderWith, PASS, reportOf } from "../report-files.test-support.ts";

const written = reportOf({ listAlerts: FAIL, listEvents: PASS });

describe("plumbline report", () => {
  it("writes the usual files again, beside the report", async () => {
    const folder = folderWith(written);
    const { code, out } = await call(["report", "--from", join(folder, "report.json")]);
    expect([code, readdirSync(folder).sort()]).toEqual([
      0,
      ["exchanges.ndjson", "index.html", "junit.xml", "report.json", "summary.md"],
    ]);
    expect(out.trimEnd().endsWith("index.html")).toBe(true);
    expect(readReport(folder)).toEqual(written);
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
      "exchanges.ndjson",
      "report.json",
      "report.sarif",
    ]);
    expect(JSON.parse(readFileSync(join(out, "report.sarif"), "utf8")).runs[0].results).toHaveLength(1);
  });

  it("compares with an earlier run", async () => {
    const earlier = folderWith(reportOf({ listAlerts: PASS, listEvents: PASS }));
    const folder = folderWith(written);
    const { code } = await call(["report", "--from", folder, "--before", earlier]);
    const { comparison } = readReport(folder);
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
    const report = readReport(join(folder, "rescued"));
    expect([code, report.outcome, report.verdicts]).toEqual([0, "interrupted", written.verdicts]);
    expect(readFileSync(journal, "utf8")).not.toBe("");
  });

  it("needs the exchanges beside a report, and none where it only compares", async () => {
    const exchange = { at: 0, milliseconds: 1, response: { fault: "reset", message: "" } };
    const request = { method: "GET", url: "http://127.0.0.1:1/", headers: [] };
    const one = reportOf({ listAlerts: FAIL }, { exchanges: [{ id: "x1", ...exchange, request }] });
    const folder = folderWith(one);
    expect((await call(["report", "--from", folder])).code).toBe(0);
    expect(readReport(folder)).toEqual(one);
    const journal = join(folder, "journal.ndjson");
    writeFileSync(journal, renderEvents({ ...one, exchanges: [] }));
    expect((await call(["report", "--from", journal, "--out", join(folder, "rescued")])).code).toBe(0);
    expect(readReport(join(folder, "rescued")).exchanges).toEqual(one.exchanges);
    rmSync(join(folder, "exchanges.ndjson"));
    const { code, note } = await call(["report", "--from", folder]);
    const message = "exchanges.ndjson should be the 1 exchanges of report.json, beside it, but is 0";
    expect([code, note]).toEqual([2, expect.stringContaining(message)]);
    expect((await call(["diff", folder, folder])).code).toBe(0);
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
