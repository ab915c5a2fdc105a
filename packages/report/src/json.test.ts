import { describe, expect, it } from "vitest";
import { altered } from "./altered.test-support.ts";
import { exchangeLines, parseExchanges, parseReport, serialiseReport } from "./json.ts";
import { ReportFormatError } from "./report-format-error.ts";
import { SAMPLE } from "./sample.test-support.ts";

describe("parseReport", () => {
  it("reads back what was written", () => {
    const lines = [...exchangeLines(SAMPLE)];
    expect(lines.length).toBe(SAMPLE.exchanges.length);
    expect(parseReport(serialiseReport(SAMPLE), lines.join(""))).toEqual(SAMPLE);
  });

  it("reads exchanges from the report itself, and has none without their file", () => {
    expect(parseReport(JSON.stringify(SAMPLE))).toEqual(SAMPLE);
    expect(parseReport(serialiseReport(SAMPLE))).toEqual({ ...SAMPLE, exchanges: [] });
  });

  it("leaves out half an exchange at the end, and refuses one anywhere else", () => {
    const [first = "", second = ""] = exchangeLines(SAMPLE);
    expect(parseExchanges(first + second.slice(0, 40))).toEqual(SAMPLE.exchanges.slice(0, 1));
    expect(() => parseExchanges(`${second.slice(0, 40)}\n${first}`)).toThrow("exchanges.ndjson line 1 should be JSON");
    expect(() => parseExchanges("{}\n")).toThrow(expect.objectContaining({ path: "exchanges.ndjson line 1.id" }));
  });

  it("refuses the exchanges of another run", () => {
    const some = [...exchangeLines(SAMPLE)].slice(1).join("");
    expect(() => parseReport(serialiseReport(SAMPLE), some)).toThrow(
      "exchanges.ndjson should be the 7 exchanges of report.json, beside it, but is 6",
    );
  });

  it.each<readonly [path: string, place: readonly (string | number)[], replacement: unknown]>([
    ["format", ["format"], "plumbline-report/1"],
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
    const text = JSON.stringify({ ...SAMPLE, format: "plumbline-report/1" });
    expect(() => parseReport(text)).toThrow(
      'Not a readable report: format should be "plumbline-report/2", but is "plumbline-report/1". ' +
        "Use the version of Plumbline that wrote it, or run again.",
    );
  });
});
