import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  buildReport,
  EXCHANGES_FILE,
  exchangeLines,
  type Outcome,
  REPORT_FORMAT,
  type Report,
  type ReportInput,
  serialiseReport,
} from "@plumbline/report";

/** A report about checks of one requirement, `RULE@<name>`, with these outcomes. */
export function reportOf(outcomes: Readonly<Record<string, Outcome>>, rest: Partial<ReportInput> = {}): Report {
  return buildReport({
    format: REPORT_FORMAT,
    tool: { name: "plumbline", version: "0.1.0" },
    run: { id: "r1", startedAt: "2025-01-02T03:04:05.678Z", milliseconds: 12, command: "plumbline run" },
    target: {
      name: "staging",
      kind: "url",
      url: "http://127.0.0.1:1",
      profile: "neutral",
      versions: ["2"],
      selfConsistency: false,
    },
    doctor: [],
    requirements: [
      {
        id: "RULE",
        area: "RULE",
        kind: "probe",
        level: "MUST",
        basis: "stated",
        text: "The rule holds.",
        section: "Rules",
      },
    ],
    verdicts: Object.entries(outcomes).map(([name, outcome]) => ({
      check: `RULE@${name}`,
      requirement: "RULE",
      operation: name,
      evidence: [],
      ...outcome,
    })),
    exchanges: [],
    changes: [],
    ...rest,
  } as ReportInput);
}

export const PASS: Outcome = { outcome: "pass" };
export const FAIL: Outcome = { outcome: "fail", expected: "4xx", received: "200" };

/** A new folder that contains this report. */
export function folderWith(report: Report): string {
  const folder = join(mkdtempSync(join(tmpdir(), "plumbline-report-")), "in");
  mkdirSync(folder);
  writeFileSync(join(folder, "report.json"), serialiseReport(report));
  writeFileSync(join(folder, EXCHANGES_FILE), [...exchangeLines(report)].join(""));
  return folder;
}
