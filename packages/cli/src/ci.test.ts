import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { merge as mergeCommand } from "./commands/merge.ts";
import { run as runCommand } from "./commands/run.ts";
import { readFlags } from "./flags.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const guide = readFileSync(join(root, "docs/ci.md"), "utf8");
const blocks = [...guide.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => parse(text));
const program = `${process.execPath} ${join(root, "packages/cli/bin/plumbline.mjs")} run`;

/** Reads flags as the run command does, and throws for an unknown one. */
const checkFlags = (words: readonly string[]): void => void readFlags("run", runCommand.flags, words);

describe("what a pipeline is given", () => {
  const action = parse(readFileSync(join(root, "action.yml"), "utf8"));

  it("is an action whose script judges a target and keeps its exit code", () => {
    const step = action.runs.steps.find(({ name }: { name?: string }) => name === "Judge");
    const out = join(mkdtempSync(join(tmpdir(), "plumbline-action-")), "report");
    const script = step.run.replace('npm --prefix "$GITHUB_ACTION_PATH" start --', program);
    expect(script).not.toBe(step.run);
    const done = spawnSync("bash", ["-e", "-c", script], {
      encoding: "utf8",
      env: {
        ...process.env,
        TARGET: "reference",
        OUT: out,
        FLAGS: "--area PAGE --operation listAlerts --fault PG-03 --quiet",
      },
    });
    expect([done.status, done.stderr]).toEqual([1, expect.any(String)]);
    for (const name of ["report.json", "junit.xml", "index.html"]) expect(existsSync(join(out, name))).toBe(true);
  });

  it("tells the steps after it what came of it, and has a name for each use", () => {
    const step = action.runs.steps.find(({ id }: { id?: string }) => id === "outcome");
    const folder = mkdtempSync(join(tmpdir(), "plumbline-outcome-"));
    const told = (out: string): string => {
      const file = join(folder, "outputs");
      writeFileSync(file, "");
      const environment = { ...process.env, OUT: out, GITHUB_OUTPUT: file };
      const done = spawnSync("bash", ["-e", "-c", step.run], { encoding: "utf8", env: environment });
      expect([done.status, done.stderr]).toEqual([0, ""]);
      return readFileSync(file, "utf8");
    };
    expect(told(join(folder, "nothing"))).toBe("outcome=none\n");
    const MUST = { pass: 5, fail: 1, flaky: 1, "could-not-run": 3 };
    const report = { outcome: "failed", counts: { byLevel: { MUST }, verdicts: 12 } };
    writeFileSync(join(folder, "report.json"), JSON.stringify(report));
    const lines = told(folder).trim().split("\n");
    expect(lines).toEqual([
      ...["outcome=failed", "hold=5", "broken=2", "not-run=3", "checks=12", `report=${folder}/report.json`],
    ]);
    expect(Object.keys(action.outputs)).toEqual(lines.map((line) => line.split("=")[0]));
    const kept = action.runs.steps.find(({ name }: { name?: string }) => name === "Keep the report");
    expect(kept.with.name).toContain("inputs.name");
  });

  it("says in one comment what a pull request came to, and writes over it the next time", () => {
    const step = action.runs.steps.find(({ name }: { name?: string }) => name === "Comment");
    const folder = mkdtempSync(join(tmpdir(), "plumbline-comment-"));
    const out = join(folder, "report");
    mkdirSync(out);
    writeFileSync(join(out, "summary.md"), "## failed\n");
    // A fake `gh` that logs its arguments, and finds a comment once it has created one.
    writeFileSync(
      join(folder, "gh"),
      `#!/bin/sh\nprintf '%s\\n' "$*" >> "${folder}/asked"\ncase "$*" in *--paginate*) cat "${folder}/made" 2>/dev/null || true;; *POST*) echo 7 > "${folder}/made";; esac\n`,
      { mode: 0o755 },
    );
    const environment = {
      ...process.env,
      PATH: `${folder}:${process.env["PATH"]}`,
      GITHUB_REPOSITORY: "owner/name",
      PULL_REQUEST: "12",
      OUT: out,
      MARK: "<!-- plumbline target.yml 0 -->",
    };
    for (const _ of [1, 2]) {
      const done = spawnSync("bash", ["-e", "-o", "pipefail", "-c", step.run], { encoding: "utf8", env: environment });
      expect([done.status, done.stderr]).toEqual([0, ""]);
    }
    const asked = readFileSync(join(folder, "asked"), "utf8").split("\n");
    expect(asked.filter((line) => line.includes("POST"))).toEqual([
      `api --method POST repos/owner/name/issues/12/comments -F body=@${out}/comment.md`,
    ]);
    expect(asked.filter((line) => line.includes("PATCH"))).toEqual([
      `api --method PATCH repos/owner/name/issues/comments/7 -F body=@${out}/comment.md`,
    ]);
    expect(readFileSync(join(out, "comment.md"), "utf8")).toBe("<!-- plumbline target.yml 0 -->\n## failed\n");
  });

  it("names inputs that its steps use, and no others", () => {
    const used = new Set(
      [...readFileSync(join(root, "action.yml"), "utf8").matchAll(/inputs\.(\w+)/g)].map(([, name]) => name),
    );
    expect([...used].sort()).toEqual(Object.keys(action.inputs).sort());
  });

  it("is shown with flags that exist", () => {
    const [github, twice, gitlab, kubernetes, merging, fuzz] = blocks;
    const [named, shown] = twice.steps;
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(named.with)));
    checkFlags(named.with.flags.split(" "));
    const told = [...shown.run.matchAll(/outputs\.([\w-]+)/g)].map(([, name]) => name);
    expect(Object.keys(action.outputs)).toEqual(expect.arrayContaining(told));
    checkFlags(fuzz.jobs.fuzz.steps.at(-1).with.flags.split(" "));
    const uses = github.jobs.judge.steps.find(({ with: given }: { with?: unknown }) => given !== undefined);
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(uses.with)));
    checkFlags(uses.with.flags.replace(/\$\{\{.*?\}\}/, "1").split(" "));
    const line: string = gitlab.conformance.script.at(-1);
    checkFlags(
      line
        .slice(line.indexOf(" --target") + 1)
        .replaceAll('"', "")
        .split(" "),
    );
    const [container] = kubernetes.spec.template.spec.containers;
    expect(container.args[0]).toBe("run");
    checkFlags(container.args.slice(1));
    const [merges] = merging.spec.template.spec.containers;
    expect(merges.args[0]).toBe("merge");
    readFlags("merge", mergeCommand.flags, merges.args.slice(1));
  });

  it("is never told to run somebody else's tool: the short name is ours only where this is installed", () => {
    const installs = /npm install[^\n]*@plumbline\/cli/;
    for (const name of readdirSync(join(root, "docs"))) {
      if (!name.endsWith(".md")) continue;
      const text = readFileSync(join(root, "docs", name), "utf8");
      const code = [...text.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, inner = ""]) => inner).join("");
      if (!installs.test(text)) expect([name, /npx (-y )?plumbline/.exec(code)]).toEqual([name, null]);
    }
  });

  it("is shown a list of known failures that can be read", () => {
    const folder = mkdtempSync(join(tmpdir(), "plumbline-known-"));
    const file = join(folder, "known-failures.yml");
    writeFileSync(file, guide.match(/^# known-failures\.yml\n([\s\S]*?)^```$/m)?.[1] ?? "");
    const flags = [
      "--target",
      "reference",
      "--only",
      "PAGE-ITEMS-REJECT",
      "--operation",
      "listAlerts",
      "--known-failures",
      file,
      "--out",
      folder,
    ];
    const done = spawnSync("bash", ["-c", `${program} ${flags.join(" ")}`], { encoding: "utf8" });
    // The reference follows the rule, so the entry of known failures is outdated.
    expect([done.status, done.stdout]).toEqual([6, expect.stringContaining("PAGE-ITEMS-REJECT@listAlerts/v2")]);
  });
});
