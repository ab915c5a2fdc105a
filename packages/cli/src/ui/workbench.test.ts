import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readFlags } from "../flags.ts";
import { FAIL, folderWith, reportOf } from "../report-files.test-support.ts";
import { type Prepare, Workbench } from "./workbench.ts";

const FLAGS = Object.fromEntries(
  ["target", "profile", "known-failures", "out"].map((name) => [name, { value: "X", help: "" }]),
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

/** A workbench whose runs end at once without a report; `profiles` has the profile of each run. */
function bench(at: string, ...flags: readonly string[]) {
  const profiles: (string | undefined)[] = [];
  const prepare: Prepare = (given) => {
    profiles.push(given.one("profile"));
    return async () => 0;
  };
  const known = join(at, "known.yml");
  const given = readFlags("ui", FLAGS, ["--target", "http://127.0.0.1:1", "--known-failures", known, ...flags]);
  const workbench = new Workbench({ given, terminal, folder: join(at, "runs") }, prepare, () => undefined);
  onTestFinished(() => workbench.close());
  const runs = async (...wishes: Parameters<Workbench["run"]>[0][]): Promise<void> => {
    for (const wish of wishes) {
      workbench.run(wish);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { known, profiles, runs, workbench };
}

describe("the workbench", () => {
  it("runs under the profile that was chosen with the target, and under no other when that is taken back", async () => {
    const { profiles, runs, workbench } = bench(folder(), "--profile", "neutral");
    const target = "http://127.0.0.1:1";
    await runs({ scope: "all", target, profile: "atlas" }, { scope: "all" });
    expect(workbench.wish).toEqual({ target, profile: "atlas" });
    await runs({ scope: "all", target }, { scope: "all" });
    expect(workbench.wish).toEqual({ target });
    expect(profiles).toEqual(["atlas", "atlas", "neutral", "neutral"]);
  });

  it("shows after a restart what was marked as known since the report was written", () => {
    const at = folder();
    const written = folderWith(reportOf({ one: FAIL, two: FAIL }));
    onTestFinished(() => rmSync(dirname(written), { recursive: true }));
    cpSync(written, join(at, "runs", "first"), { recursive: true });
    expect(bench(at).workbench.report?.counts.byOutcome).toMatchObject({ fail: 2, "known-fail": 0 });
    writeFileSync(join(at, "known.yml"), "- check: RULE@one\n  reason: ticket 7\n");
    expect(bench(at).workbench.report?.counts.byOutcome).toMatchObject({ fail: 1, "known-fail": 1 });
  });
});
