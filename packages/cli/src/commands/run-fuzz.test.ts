import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Report } from "@plumbline/report";
import { afterAll, describe, expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";
import { readReport } from "../output/read-report.ts";

const top = mkdtempSync(join(tmpdir(), "plumbline-run-fuzz-"));
let runs = 0;
afterAll(() => rmSync(top, { recursive: true, force: true }));

async function run(...flags: readonly string[]) {
  runs += 1;
  const out = join(top, String(runs));
  const { code, note } = await call(["run", "--seed", "1", ...flags, "--out", out, "--format", "json"]);
  return { code, note, out, report: readReport(out) };
}

/** PLUMBLINE_FULL runs the checks of every operation. */
const SEVERAL =
  process.env["PLUMBLINE_FULL"] === undefined
    ? ["--operation", "listAlerts,listAlertConfigs,getAccessLogsByCluster,deleteAlertConfig"]
    : [];
const LOGS = ["--operation", "getAccessLogsByCluster"];
const broken = ({ verdicts }: Report): readonly string[] =>
  [...new Set(verdicts.filter(({ outcome }) => outcome === "fail").map(({ requirement }) => requirement))].sort();
const isOfFuzzer = (id: string): boolean => id.startsWith("FUZZ-");

describe("plumbline run --fuzz", () => {
  it("judges an honest server by checks and campaigns at once: one report, one journal, the coverage", async () => {
    const { code, note, out, report } = await run("--fuzz", "200", ...SEVERAL);
    expect([code, broken(report)]).toEqual([0, []]);
    const ids = report.requirements.map(({ id }) => id);
    expect([ids.includes("PAGE-SHAPE"), ids.some(isOfFuzzer)]).toEqual([true, true]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(report.counts.byLevel.MUST.pass).toBeGreaterThan(SEVERAL.length > 0 ? 60 : 400);
    expect([report.run.seed, report.run.command]).toEqual([1, "plumbline run --fuzz 200 --seed 1"]);
    expect(report.coverage?.some(({ verdict }) => verdict === "conforms")).toBe(true);
    expect(note).toMatch(/^plan [0-9a-f]{16} of \d+ requests, seed 1$/m);
    expect(note).toMatch(/^\d+ requests proved \d+ of \d+ cells of the contract: .*coverage\.json$/m);
    expect([existsSync(join(out, "coverage.json")), readdirSync(join(out, "failures"))]).toEqual([true, []]);
    const lines = readFileSync(join(out, "journal.ndjson"), "utf8").trim().split("\n");
    const planned = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === "plan");
    expect(planned.length).toBe(1);
    // The report has every exchange that is evidence of a verdict.
    const held = new Set(report.exchanges.map(({ id }) => id));
    expect(report.verdicts.flatMap(({ evidence }) => evidence).filter((id) => !held.has(id))).toEqual([]);
    expect(report.changes.filter(({ state }) => state === "left")).toEqual([]);
  });

  it("is red for what its checks find and for what its fuzzer finds, each by a command that finds it again", async () => {
    const both = await run("--fuzz", "200", "--fault", "VA-30", ...LOGS);
    expect(both.code).toBe(1);
    expect(broken(both.report).some(isOfFuzzer)).toBe(true);
    expect(broken(both.report).some((id) => !isOfFuzzer(id))).toBe(true);
    expect(readdirSync(join(both.out, "failures")).some((name) => name.endsWith(".test.ts"))).toBe(true);
    for (const { outcome, requirement, replay } of both.report.verdicts)
      if (outcome === "fail")
        expect(replay).toMatch(
          isOfFuzzer(requirement)
            ? /^plumbline run --fault VA-30 --fuzz 200 --seed 1 --only 'FUZZ-[A-Z-]+'$/
            : /^plumbline run --fault VA-30 --only '[A-Z-]+@\w+\/v[\d.]+'$/,
        );

    const [fuzzerOnly, checksOnly] = [
      await run("--fuzz", "200", "--fault", "VA-30", ...LOGS, "--skip", "ACC-NLOGS-REJECT"),
      await run("--fuzz", "200", "--fault", "VA-30", ...LOGS, "--skip", "FUZZ-INVALID-REFUSED"),
    ];
    expect([fuzzerOnly.code, broken(fuzzerOnly.report)]).toEqual([1, ["FUZZ-INVALID-REFUSED"]]);
    expect([checksOnly.code, broken(checksOnly.report)]).toEqual([1, ["ACC-NLOGS-REJECT"]]);
  });

  it("selects among both", async () => {
    const { code, report } = await run("--fuzz", "100", ...LOGS, "--only", "ACC-SHAPE,FUZZ-INVALID-REFUSED");
    expect(code).toBe(0);
    expect(report.requirements.map(({ id }) => id).sort()).toEqual(["ACC-SHAPE", "FUZZ-INVALID-REFUSED"]);
    const area = await run("--fuzz", "100", ...LOGS, "--area", "FUZZ", "--risk", "read", "--level", "MUST");
    expect(area.report.requirements.filter(({ id }) => !isOfFuzzer(id))).toEqual([]);
    expect(area.report.requirements.length).toBeGreaterThan(2);
    const older = await run("--fuzz", "60", ...LOGS, "--area", "FUZZ", "--interface", "1.0");
    expect([...new Set(older.report.coverage?.map(({ version }) => version))]).toEqual(["v1.0"]);
  });

  it("stores the answers that break a rule, and what was reached, in a corpus", async () => {
    const corpus = join(top, "corpus");
    const narrow = [...LOGS, "--area", "FUZZ,OPS", "--corpus", corpus];
    const found = await run("--fuzz", "200", "--fault", "RS-01", ...narrow);
    expect([found.code, broken(found.report)]).toEqual([1, ["OP01-RESP"]]);
    const names = readdirSync(corpus);
    expect(names.filter((name) => name.startsWith("reached-"))).toEqual(["reached-getAccessLogsByCluster.json"]);
    expect(names.filter((name) => /^get.*\.json$/.test(name)).length).toBe(1);
    const mended = await run("--fuzz", "200", ...narrow);
    expect([mended.code, mended.note]).toEqual([
      0,
      expect.stringMatching(/^The run sent \d+ requests of earlier runs first/m),
    ]);
    expect(mended.report.requirements.map(({ id }) => id)).toContain("FUZZ-REPLAY");
  });

  it("ends with 1 where less of the contract is proven than is asked for", async () => {
    const { code, note } = await run("--fuzz", "60", ...LOGS, "--area", "FUZZ", "--coverage", "99");
    expect([code, note]).toEqual([1, expect.stringContaining("expected at least 99 %")]);
  });

  it.each([
    [["--fuzz", "0"], '--fuzz takes an integer of at least 1, received "0"'],
    [["--fuzz", "x"], '--fuzz takes an integer of at least 1, received "x"'],
    [["--fuzz=-5"], "--fuzz takes an integer of at least 1"],
    [["--fuzz"], "--fuzz needs a value: --fuzz N"],
    [["--fuzz", "9", "--seed", "x"], "--seed takes an integer of at least 0"],
    [["--fuzz", "9", "--coverage", "101"], "--coverage takes a percentage"],
    [["--fuzz", "9", "--corpus", "package.json"], "cannot be replayed"],
    [["--fuzz", "9", "--shard", "1/2"], "plumbline fuzz --shard"],
    [["--fuzz", "9", "--area", "PAGE"], 'add "FUZZ-*" to --only, FUZZ to --area, or leave --fuzz out'],
    [["--fuzz", "9", "--only", "PAGE-SHAPE"], "would send nothing"],
    [["--fuzz", "9", "--skip", "FUZZ-*"], "would send nothing"],
    [["--fuzz", "9", "--only", "FUZZ-STATE"], 'did you mean "FUZZ-STATES"?'],
    [["--only", "FUZZ-STATES"], "--only FUZZ-STATES needs --fuzz N"],
    [["--area", "FUZZ"], "--area FUZZ needs --fuzz N"],
    [["--seed", "1"], "--seed needs --fuzz N"],
    [["--corpus", "x"], "--corpus needs --fuzz N"],
    [["--coverage", "50"], "--coverage needs --fuzz N"],
  ])("refuses %j", async (flags, message) => {
    const { code, note } = await call(["run", ...flags, "--out", join(top, "none")]);
    expect([code, note]).toEqual([2, expect.stringContaining(message)]);
    expect(note).not.toMatch(/\n\s+at /);
  });

  it("is completed by the shell with what it takes", async () => {
    const { out } = await call(["completion", "bash"]);
    const flags = /^ {4}run\) words="(.*)"/m.exec(out)?.[1]?.split(" ") ?? [];
    expect(flags).toEqual(expect.arrayContaining(["--fuzz", "--seed", "--corpus", "--coverage"]));
  });
});
