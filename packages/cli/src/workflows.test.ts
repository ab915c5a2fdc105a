import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { validate } from "@actions/languageservice";
import { expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { parse } from "yaml";

/* Checks workflows and the action with the language service that editors use, because they cannot be run here. */
const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const folder = join(root, ".github/workflows");
const files = [...readdirSync(folder).map((name) => join(folder, name)), join(root, "action.yml")];

const faultsIn = async (path: string, text: string): Promise<readonly string[]> =>
  (await validate(TextDocument.create(`file://${path}`, "yaml", 0, text))).map(({ message }) => String(message));

it.each(files)("%s is without fault", async (path) => {
  expect(await faultsIn(path, readFileSync(path, "utf8"))).toEqual([]);
});

it("finds what is wrong with one", async () => {
  const text = readFileSync(join(folder, "check.yml"), "utf8");
  const [one, other] = ["one", "other"].map((name) => join(folder, `${name}.yml`));
  expect(await faultsIn(String(one), text.replace("runs-on:", "run-on:"))).not.toEqual([]);
  expect(await faultsIn(String(other), text.replace("matrix.node", "matrix.nod"))).not.toEqual([]);
});

/** In single quotes, a script of another language, such as for `node -e`, must stay unchanged. */
const NOT_ASKED = "SC2016";

const isThere = (program: string): boolean => spawnSync(program, ["--version"]).status === 0;

it.skipIf(!isThere("shellcheck"))("has scripts that a linter of shells finds nothing in", () => {
  for (const path of files) {
    const { jobs = {}, runs } = parse(readFileSync(path, "utf8"));
    const steps = [...Object.values(jobs), runs].flatMap((job) => Object(job).steps ?? []);
    for (const { run } of steps) {
      if (run === undefined) continue;
      const script = String(run).replaceAll(/\$\{\{.*?\}\}/g, "text");
      const linted = spawnSync("shellcheck", ["--shell=bash", `--exclude=${NOT_ASKED}`, "-"], {
        input: script,
        encoding: "utf8",
      });
      expect([path, linted.stdout]).toEqual([path, ""]);
    }
  }
});

it("asks for no more rights than its steps need, and names every action by a version", () => {
  for (const path of files) {
    const { permissions, jobs = {}, runs } = parse(readFileSync(path, "utf8"));
    if (permissions !== undefined) expect(permissions).toEqual({ contents: "read" });
    const steps = [...Object.values(jobs), runs].flatMap((job) => Object(job).steps ?? []);
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/@v\d+$/);
  }
});

it("runs the steps of a released action one after the other in a clean folder", () => {
  const { runs } = parse(readFileSync(join(root, "action.yml"), "utf8"));
  const work = mkdtempSync(join(tmpdir(), "plumbline-action-"));
  const action = join(work, "action");
  mkdirSync(action);
  const bundle = join(root, "packages/cli/bundle/bundle.mjs");
  expect(spawnSync(process.execPath, [bundle, join(action, "plumbline.mjs")]).status).toBe(0);
  const outputs = join(work, "outputs");
  writeFileSync(outputs, "");
  const environment: Record<string, string> = {
    PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
    HOME: work,
    GITHUB_ACTION_PATH: action,
    GITHUB_OUTPUT: outputs,
    TARGET: "reference",
    FLAGS: "--area PAGE --operation listAlerts --fault PG-03 --quiet",
    OUT: "plumbline-report",
  };
  const codes = ["Find the program", "Judge"].map((wanted) => {
    const step = runs.steps.find(({ name }: { readonly name?: string }) => name === wanted);
    if (wanted === "Judge") environment["RELEASED"] = /^released=(.*)$/m.exec(readFileSync(outputs, "utf8"))?.[1] ?? "";
    return spawnSync("bash", ["-e", "-o", "pipefail", "-c", step.run], { cwd: work, env: environment }).status;
  });
  expect(codes).toEqual([0, 1]);
  expect(readdirSync(join(work, "plumbline-report"))).toEqual(
    expect.arrayContaining(["report.json", "junit.xml", "index.html", "summary.md", "report.sarif"]),
  );
});
