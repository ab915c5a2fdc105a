import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../../..");

/** A copy of the workspace in which files may be changed. */
class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), "plumbline-walk-"));
  readonly #touched = new Set<string>();

  constructor() {
    for (const name of readdirSync(ROOT)) {
      if (["node_modules", ".git", ".turbo", "reports"].includes(name)) continue;
      // Links between packages are relative, so those of the copy lead into the copy.
      cpSync(join(ROOT, name), join(this.folder, name), { recursive: true, verbatimSymlinks: true });
    }
    symlinkSync(join(ROOT, "node_modules"), join(this.folder, "node_modules"));
  }

  /** The files that were written since this was asked last. */
  touched(): readonly string[] {
    const all = [...this.#touched].sort();
    this.#touched.clear();
    return all;
  }

  write(file: string, text: string): void {
    this.#touched.add(file);
    writeFileSync(join(this.folder, file), text);
  }

  /** Writes `added` behind the first place of `file` that holds `before`. */
  insert(file: string, before: string, added: string): void {
    const text = readFileSync(join(this.folder, file), "utf8");
    const [head, ...rest] = text.split(before);
    expect(rest.length, `${file} holds ${before}`).toBeGreaterThan(0);
    this.write(file, `${head}${before}${added}${rest.join(before)}`);
  }

  /** What the program of the copy prints, and its exit code. */
  async runs(...args: readonly string[]): Promise<readonly [code: number, printed: string]> {
    return this.#node(this.folder, "packages/cli/bin/plumbline.mjs", ...args);
  }

  async tests(name: string, filter: string): Promise<readonly [code: number, printed: string]> {
    return this.#node(join(this.folder, "packages", name), "../../scripts/vitest.mjs", filter);
  }

  async #node(cwd: string, ...args: readonly string[]): Promise<readonly [number, string]> {
    try {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd });
      return [0, stdout + stderr];
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return [code, stdout + stderr];
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

describe("whoever follows CONTRIBUTING.md", () => {
  let copy: Copy;
  beforeAll(() => {
    copy = new Copy();
  });
  afterAll(() => copy.remove());

  it("adds a requirement in its record and the line that a test prints, and its fault in one place", async () => {
    copy.insert(
      "packages/conformance/src/requirements/conventions/error-bodies.ts",
      "export const errors: readonly Requirement[] = [",
      `
  watch({
    id: "ERR-NO-TEAPOT",
    level: "SHOULD",
    basis: "derived:RFC9110",
    text: "No refusal speaks of teapots.",
    section: SECTION,
    on: mainApi,
    examine: ({ answer }) =>
      answer.status < 400 ? undefined : expects(!answer.body.includes("teapot"), "no teapot", "one"),
  }),`,
    );
    const [red, said] = await copy.tests("conformance", "account");
    const line = /- \*\*ERR-NO-TEAPOT\*\* .*<\/a>/.exec(said)?.[0] ?? expect.fail(said);
    expect(red).toBe(1);
    copy.insert("docs/interface/errors.md", "# Errors\n", `\n${line}\n`);
    expect(await copy.tests("conformance", "account")).toMatchObject([0, expect.anything()]);
    expect(copy.touched()).toEqual([
      "docs/interface/errors.md",
      "packages/conformance/src/requirements/conventions/error-bodies.ts",
    ]);

    copy.insert(
      "packages/reference/src/faults/error-body.ts",
      'layer("error body", [',
      `
  {
    id: "EB-99",
    text: "Refusals speak of teapots.",
    violates: ["ERR-NO-TEAPOT"],
    change: () => ({ errorBody: (error) => ({ ...error, detail: "I'm a teapot" }) }),
    probe: readsHistoryOf("nowhere"),
  },`,
    );
    const [code, printed] = await copy.runs("faults", "--only", "EB-99");
    expect([code, printed]).toEqual([0, expect.stringContaining("1 of 1 faults turn red exactly")]);
    expect(copy.touched()).toEqual(["packages/reference/src/faults/error-body.ts"]);
  });

  it("adds an output format in its file and a line of the table", async () => {
    copy.write(
      "packages/report/src/render/outcome-word.ts",
      `import type { Report } from "../report.ts";

/** The outcome and nothing else. */
export const renderOutcomeWord = ({ outcome }: Report): string => \`\${outcome}\\n\`;
`,
    );
    const table = "packages/report/src/render/formats.ts";
    copy.insert(
      table,
      'import { renderSarif } from "./sarif.ts";',
      '\nimport { renderOutcomeWord } from "./outcome-word.ts";',
    );
    copy.insert(
      table,
      "export const FORMATS = {",
      '\n  word: { file: "outcome.txt", usual: false, render: renderOutcomeWord },',
    );
    const out = join(copy.folder, "reports/word");
    const [code, printed] = await copy.runs("run", "--only", "PAGE-SHAPE", "--format", "word", "--out", out);
    expect([code, printed]).toEqual([0, expect.stringContaining("outcome.txt")]);
    expect(readFileSync(join(out, "outcome.txt"), "utf8")).toBe("passed\n");
    expect((await copy.runs("run", "--help"))[1]).toContain("word");
    expect(copy.touched()).toHaveLength(2);
  });
});
