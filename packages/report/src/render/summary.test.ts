import { describe, expect, it } from "vitest";
import { hostileReport } from "../hostile.test-support.ts";
import type { Report, Verdict } from "../report.ts";
import { SAMPLE, sampleWith } from "../sample.test-support.ts";
import { renderSummary } from "./summary.ts";

function failures(count: number): readonly Verdict[] {
  return Array.from({ length: count }, (_, index) => ({
    check: `PAGE-ITEMS-REJECT@op${index}`,
    requirement: "PAGE-ITEMS-REJECT",
    evidence: [],
    outcome: "fail",
    expected: "4xx",
    received: "200",
  }));
}

describe("renderSummary", () => {
  const text = renderSummary(SAMPLE, {
    colour: false,
    paths: { html: "reports/latest/index.html", junit: "reports/latest/junit.xml" },
  });

  it("starts with the failures", () => {
    expect(text.split("\n").slice(0, 9)).toEqual([
      "✘ GET …/alerts?itemsPerPage=501 and 1 other operation, /results/0/status: 200",
      "  with 1 result",
      "    PAGE-ITEMS-REJECT: 2 checks fail, on 2 operations",
      "    A page size over 500 is refused.",
      "    PAGE-ITEMS-REJECT@listAlerts/v2",
      "    expected a 4xx status, because itemsPerPage is over its maximum of 500",
      "    received 200 with 1 result",
      `    curl --digest --user "$PLUMBLINE_USER:$PLUMBLINE_KEY" 'https://cms.example.test/api/v2/groups/64b0/alerts?itemsPerPage=501'`,
      "    1 other check like this",
    ]);
  });

  it("shows lines to paste whole", () => {
    const paste = `operations: { ${Array.from({ length: 60 }, (_, at) => `operation${at}: absent`).join(", ")} }`;
    const [one] = failures(1);
    const reason = `60 operations are missing. Paste this: ${paste}`;
    const verdicts = one === undefined ? [] : [{ ...one, outcome: "could-not-run", reason } as const];
    const shown = renderSummary(sampleWith({ verdicts }), { colour: false, paths: {} });
    expect(shown.replaceAll(/\n +/g, " ")).toContain(paste);
  });

  it("names a fixture that the target does not know, though no check lacks it", () => {
    const text = "fixtures.alertId (t.yml:3) is 1, which the target does not know";
    const doctor = [...SAMPLE.doctor, { subject: "fixtures", state: "problem", text } as const];
    expect(renderSummary(sampleWith({ doctor }), { colour: false, paths: {} })).toContain(
      `Not as the target file states:\n  ${text}\n`,
    );
  });

  it("aligns the counts and gives each share its denominator", () => {
    const lines = text.split("\n");
    const head = lines.findIndex((line) => line.startsWith("Requirements"));
    expect(lines.slice(head, head + 5)).toEqual([
      "Requirements    hold  fail  known  warn  not run  observed  n/a",
      "MUST          1 of 4     1      1     0        1         0    1",
      "SHOULD        0 of 1     0      0     1        0         0    0",
      "MAY           0 of 1     0      0     0        1         0    0",
      "UNSPECIFIED        –     0      0     0        0         1    0",
    ]);
  });

  it("tells what else matters", () => {
    expect(text).toContain(
      "1 check breaks a SHOULD\n  ⚠ GET …/alerts?itemsPerPage=501: BAD_REQUEST\n      ERR-CODE: 1 check warns, on 1 operation\n      A broken limit is named by its code.\n1 check fails as the list of known failures says",
    );
    expect(text).toContain(
      "1 check could not run\n  1 × No credential with the role Read Only. Name one in PLUMBLINE_READER.\n  1 requirement without any check",
    );
    expect(text).toContain("ERR-OLD@listAlerts matches no check");
    expect(text).toContain(
      "Remains on the target:\n  64b0ab from createAlertConfig (the delete was answered with 500)",
    );
  });

  it("ends with outcome, reason and where the report is", () => {
    expect(text.trimEnd().split("\n").slice(-5)).toEqual([
      "Outcome: ✘ failed",
      "1 MUST requirement is broken in 2 checks; the first is PAGE-ITEMS-REJECT on",
      "listAlerts.",
      "junit: reports/latest/junit.xml",
      "Report: reports/latest/index.html",
    ]);
  });

  it("has a line for every cause, an example for the first twenty, and with --verbose every check", () => {
    const apart = failures(23).map((verdict, index) => ({
      ...verdict,
      expected: `a list ${"of lists ".repeat(index)}`.trim(),
    }));
    const text = renderSummary(sampleWith({ verdicts: apart }), { colour: false });
    expect(text.match(/^ {4}PAGE-ITEMS-REJECT: 1 check fails$/gmu)).toHaveLength(23);
    expect(text.match(/^ {4}expected a list/gmu)).toHaveLength(20);
    const alike = sampleWith({ verdicts: failures(23) });
    expect(renderSummary(alike, { colour: false })).toContain("22 other checks like this");
    expect(renderSummary(alike, { colour: false })).not.toContain("@op22");
    expect(renderSummary(alike, { colour: false, verbose: true })).toContain("@op22");
  });

  it("shows the evidence of each rule that one mistake breaks, and counts each check once", () => {
    const also = (requirement: string, outcome: "fail" | "warn"): Verdict => ({
      check: `${requirement}@listAlerts/v2`,
      requirement,
      operation: "listAlerts",
      evidence: ["e2"],
      outcome,
      expected: `${requirement} to hold`,
      received: `not ${requirement}`,
      deciding: { exchange: "e2", where: "status" },
    });
    const report = sampleWith({
      verdicts: [also("ERR-BODY", "fail"), also("ERR-CODE", "warn"), also("PAGE-ITEMS-REJECT", "fail")],
    });
    const shown = renderSummary(report, { colour: false });
    for (const rule of ["ERR-BODY", "ERR-CODE", "PAGE-ITEMS-REJECT"])
      expect(shown).toMatch(
        new RegExp(`${rule}@listAlerts/v2\\n +expected ${rule} to hold\\n +received not ${rule}`, "u"),
      );
    expect(shown).toContain("ERR-BODY: 2 checks fail, 1 warns, on 1 operation\n");
    expect(shown).toContain("1 check breaks a SHOULD, 1 of them with the failures above");
    expect(shown).toContain("2 MUST requirements are broken in 2 checks");
  });

  it("fits into eighty columns, but for what is to be copied", () => {
    const lines = renderSummary(SAMPLE, { colour: false }).split("\n");
    expect(lines.filter((line) => line.length > 80 && !line.startsWith("    curl "))).toEqual([]);
  });

  it("names a self-consistency run", () => {
    const report = sampleWith({ target: { ...SAMPLE.target, selfConsistency: true } });
    expect(renderSummary(report, { colour: false })).toContain("Self-consistency run");
  });

  it("colours only when asked to, and lets no target speak to the terminal", () => {
    const control = /[^\P{C}\n]/u;
    expect(renderSummary(hostileReport(), { colour: false, verbose: true })).not.toMatch(control);
    const coloured = renderSummary(hostileReport(), { colour: true, verbose: true });
    expect(coloured).toContain("\u001B[31m");
    expect(coloured.replace(/\u001B\[\d+m/gu, "")).not.toMatch(control);
  });

  it("lists the first ids that stay, each once", () => {
    const of = (operation: string, ids: readonly string[]): Report["changes"] =>
      ids.map((id) => ({ operation, id, state: "stays", note: "no operation removes it" }));
    const changes = [
      ...of("disablePrivateIpMode", ["p1", "p1"]),
      ...of(
        "updateBackupSchedule",
        Array.from({ length: 12 }, (_none, at) => `s${at}`),
      ),
    ];
    const shown = renderSummary(sampleWith({ changes }), { colour: false });
    expect(shown).toContain("  2 from disablePrivateIpMode: p1 (2 times)\n");
    expect(shown).toContain("  12 from updateBackupSchedule: s0 s1 s2 s3 s4 s5 s6 s7 s8 s9 and 2 more\n");
  });

  it("names what changed although no request addressed it, before what is left and what stays", () => {
    const changes: Report["changes"] = [
      { operation: "takeSnapshot", id: "64b0aa", state: "stays", note: "no operation removes it" },
      ...SAMPLE.changes,
      { operation: "deleteAlertConfig", id: "64b0ad", state: "disturbed", note: "this one vanished" },
      { operation: "updateCluster", id: "Cluster1", state: "disturbed" },
    ];
    const shown = renderSummary(sampleWith({ changes }), { colour: false });
    const named =
      "Changed although no request addressed it:\n  64b0ad after deleteAlertConfig (this one vanished)\n  Cluster1 after updateCluster\n";
    expect(shown).toContain(named);
    expect(shown.indexOf(named)).toBeLessThan(shown.indexOf("Remains on the target:"));
    expect(shown.slice(shown.indexOf("Remains on the target:"))).not.toContain("64b0ad");
    expect(text).not.toContain("no request addressed");
  });
});
