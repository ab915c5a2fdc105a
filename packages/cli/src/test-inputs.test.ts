import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const ROOT = resolve(fileURLToPath(import.meta.url), "../../../..");
const folder = mkdtempSync(join(tmpdir(), "plumbline-inputs-"));
const notes = join(folder, "notes");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const printed = (...args: readonly string[]): readonly string[] => {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout.split("\n").filter((line) => line !== "");
};
const notInputsOf = (name: string, ...files: readonly string[]): readonly string[] =>
  printed(join(ROOT, "scripts/test-inputs.mjs"), name, ...files);

describe("what a result of tests from the cache stands for", () => {
  it("is the whole workspace for those of the program, which copy it", () => {
    const { stdout, status } = spawnSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" });
    if (status !== 0) return;
    const all = stdout.trim().split("\n");
    expect(all.length).toBeGreaterThan(1_000);
    expect(notInputsOf("cli", ...all)).toEqual([]);
  });

  it("is what is stated, and what is built before", () => {
    const known = ["docs/ci.md", "README.md", "scripts/vitest.mjs", "pnpm-lock.yaml", "packages/schemas/src/index.ts"];
    expect(notInputsOf("client", ...known, "packages/client/README.md")).toEqual([]);
    const unknown = ["action.yml", ".github/workflows/check.yml", "packages/report/src/index.ts"];
    expect(notInputsOf("client", ...unknown, "packages/schemas/src/index.test.ts")).toEqual([
      ...unknown,
      "packages/schemas/src/index.test.ts",
    ]);
  });
});

describe("what tests look at outside of their package", () => {
  it("is noted, however they read it, and nothing else is", () => {
    const hook = pathToFileURL(join(ROOT, "scripts/foreign-files.mjs"));
    hook.search = new URLSearchParams({ package: "client", notes }).toString();
    const program = `import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
readFileSync("action.yml");
existsSync(new URL(${JSON.stringify(pathToFileURL(join(ROOT, "LICENSE")).href)}));
await readFile("docs/ci.md");
existsSync("docs/there-is-none.md");
readFileSync("packages/client/package.json");
existsSync("node_modules/typescript/package.json");
existsSync(process.execPath);`;
    printed("--import", hook.href, "--input-type=module", "--eval", program);
    expect(existsSync(notes)).toBe(true);
    expect(readFileSync(notes, "utf8").trim().split("\n").sort()).toEqual(["LICENSE", "action.yml", "docs/ci.md"]);
  });
});
