import { describe, expect, it } from "vitest";
import { altered } from "./altered.test-support.ts";
import { parseReport, serialiseReport } from "./json.ts";
import { ReportFormatError } from "./report-format-error.ts";
import { SAMPLE } from "./sample.test-support.ts";

describe("parseReport", () => {
  it("reads back what was written", () => {
    expect(parseReport(serialiseReport(SAMPLE))).toEqual(SAMPLE);
  });

  it.each<readonly [path: string, place: readonly (string | number)[], replacement: unknown]>([
    ["format", ["format"], "plumbline-report/2"],
    ["verdicts", ["verdicts"], undefined],
    ["target", ["target"], "https://x.test"],
    ["outcome", ["outcome"], "green"],
    ["verdicts[1].outcome", ["verdicts", 1, "outcome"], "skipped"],
    ["verdicts[0].received", ["verdicts", 0, "received"], 7],
    ["requirements[2].level", ["requirements", 2, "level"], "must"],
    ["exchanges[0].request.headers", ["exchanges", 0, "request", "headers"], {}],
    ["exchanges[0].response.status", ["exchanges", 0, "response", "status"], "200"],
    ["exchanges[6].response.message", ["exchanges", 6, "response", "message"], undefined],
    ["counts.byOutcome.pass", ["counts", "byOutcome", "pass"], undefined],
    ["counts.byLevel.MUST.harness-error", ["counts", "byLevel", "MUST"], undefined],
  ])("names %s when that is wrong", (path, place, replacement) => {
    const text = JSON.stringify(altered(SAMPLE, place, replacement));
    expect(() => parseReport(text)).toThrow(expect.objectContaining({ name: "ReportFormatError", path }));
  });

  it.each(["", "{", "null", "[]", '"x"'])("refuses %j", (text) => {
    expect(() => parseReport(text)).toThrow(ReportFormatError);
  });

  it("says expected, received and what to do", () => {
    const text = JSON.stringify({ ...SAMPLE, format: "plumbline-report/2" });
    expect(() => parseReport(text)).toThrow(
      'Not a readable report: format should be "plumbline-report/1", but is "plumbline-report/2". ' +
        "Render it with the version of Plumbline that wrote it, or run again.",
    );
  });
});
