import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readFlags } from "../flags.ts";
import { FAIL, folderWith, reportOf } from "../report-files.test-support.ts";
import { type Prepare, Workbench } from "./workbench.ts";

const FLAGS = Object.fromEntries(
  ["target", "profile", "known-failures", "out", "watch-path"].map((name) => [name, { value: "X", help: "" }]),
);
const terminal = {
  out: () => undefined,
  note: () => undefined,
  interactive: false,
  colour: false,
  width: 80,
  environment: {},
};

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

/** Puts the report of an earlier run with two failures into the folder of a workbench. */
function putReport(at: string): void {
  const written = folderWith(reportOf({ one: FAIL, two: FAIL }));
  onTestFinished(() => rmSync(dirname(written), { recursive: true }));
  cpSync(written, join(at, "runs", "first"), { recursive: true });
}

/**
 * A workbench whose runs end at once without a report; `profiles` has the profile of each run, and `notes` what it
 * printed.
 */
function bench(at: string, ...flags: readonly string[]) {
  const profiles: (string | undefined)[] = [];
  const notes: string[] = [];
  const prepare: Prepare = (given) => {
    if (existsSync(join(at, "defect"))) throw new Error("a defect");
    profiles.push(given.one("profile"));
    return async () => 0;
  };
  const known = join(at, "known.yml");
  const given = readFlags("ui", FLAGS, ["--target", "http://127.0.0.1:1", "--known-failures", known, ...flags]);
  const workbench = new Workbench(
    { given, terminal: { ...terminal, note: (text) => void notes.push(text) }, folder: join(at, "runs") },
    prepare,
    () => undefined,
  );
  onTestFinished(() => workbench.close());
  const runs = async (...wishes: Parameters<Workbench["run"]>[0][]): Promise<void> => {
    for (const wish of wishes) {
      workbench.run(wish);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { known, notes, profiles, runs, workbench };
}

describe("the workbench", () => {
  it("uses the profile that was chosen with the target, until a target is chosen without one", async () => {
    const { profiles, runs, workbench } = bench(folder(), "--profile", "neutral");
    const target = "http://127.0.0.1:1";
    await runs({ scope: "all", target, profile: "atlas" }, { scope: "all" });
    expect(workbench.wish).toEqual({ target, profile: "atlas" });
    await runs({ scope: "all", target }, { scope: "all" });
    expect(workbench.wish).toEqual({ target });
    expect(profiles).toEqual(["atlas", "atlas", "neutral", "neutral"]);
  });

  it("shows failures as known after a restart if they were listed after the report was written", () => {
    const at = folder();
    putReport(at);
    expect(bench(at).workbench.report?.counts.byOutcome).toMatchObject({ fail: 2, "known-fail": 0 });
    writeFileSync(join(at, "known.yml"), "- check: RULE@one\n  reason: ticket 7\n");
    expect(bench(at).workbench.report?.counts.byOutcome).toMatchObject({ fail: 1, "known-fail": 1 });
  });

  it("goes on without a watched path that is gone, and says so", async () => {
    const at = folder();
    putReport(at);
    const gone = join(at, "src");
    const { notes, runs, workbench } = bench(at, "--watch-path", gone);
    await runs({ scope: "all" });
    await expect.poll(() => notes.join("")).toContain(`plumbline: --watch-path ${gone} cannot be watched: `);
    await runs({ scope: "all" });
    await workbench.close();
  });

  it("goes on after a defect in a run that a changed file started, and shows it", async () => {
    const at = folder();
    putReport(at);
    const { notes, runs, workbench } = bench(at, "--watch-path", at);
    await runs({ scope: "all" });
    writeFileSync(join(at, "defect"), "");
    await expect.poll(() => notes.join(""), { timeout: 10_000 }).toContain("a defect");
    expect(workbench.standing).toMatchObject({ last: { tone: "fault", words: expect.stringContaining("a defect") } });
    rmSync(join(at, "defect"));
    await runs({ scope: "all" });
  });
});
