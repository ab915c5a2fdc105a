import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify, stripVTControlCharacters } from "node:util";
import { expect } from "vitest";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../../..");

/** A test's message about lines missing in a document: the file, the heading and the lines below it. */
const MISSING = /^in (\S+), section "(.+)":\n((?:[-|] .+\n)+)/gm;

/** Files that other tests may write and remove during the copying. */
const PASSING = /^(\.turbo|\.vite.*|\.plumbline-test-.*|test-results\.json|.*\.timestamp-.*)$/;

/** A copy of the workspace whose files tests may change. */
export class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), "plumbline-walk-"));
  readonly #touched = new Set<string>();

  constructor() {
    for (const name of readdirSync(ROOT)) {
      if (["node_modules", ".git", ".turbo", "reports"].includes(name)) continue;
      // Links between packages are relative, so in the copy they lead to the copy.
      const filter = (path: string): boolean => !PASSING.test(basename(path));
      cpSync(join(ROOT, name), join(this.folder, name), { recursive: true, verbatimSymlinks: true, filter });
    }
    symlinkSync(join(ROOT, "node_modules"), join(this.folder, "node_modules"));
  }

  /** The files written since the last call. */
  touched(): readonly string[] {
    const all = [...this.#touched].sort();
    this.#touched.clear();
    return all;
  }

  write(file: string, text: string): void {
    this.#touched.add(file);
    writeFileSync(join(this.folder, file), text);
  }

  /** Writes `added` after the first occurrence of `before` in `file`. */
  insert(file: string, before: string, added: string): void {
    const text = readFileSync(join(this.folder, file), "utf8");
    const [head, ...rest] = text.split(before);
    expect(rest.length, `${file} holds ${before}`).toBeGreaterThan(0);
    this.write(file, `${head}${before}${added}${rest.join(before)}`);
  }

  /** Inserts each line that a test reported as missing after the last of its kind below the named heading. */
  paste(said: string): void {
    for (const [, file = "", section = "", added = ""] of stripVTControlCharacters(said).matchAll(MISSING)) {
      const lines = readFileSync(join(this.folder, file), "utf8").split("\n");
      const heading = section.split(" > ").at(-1);
      const start = lines.findIndex((line) => /^#+ (.+)$/.exec(line)?.[1] === heading);
      const end = lines.findIndex((line, at) => at > start && line.startsWith("#"));
      const below = lines.slice(start, end < 0 ? undefined : end);
      const last = below.findLastIndex((line) => line.startsWith(added.slice(0, 2)));
      lines.splice(start + last + 1, 0, ...added.trimEnd().split("\n"));
      this.write(file, lines.join("\n"));
    }
  }

  /** Runs the program of the copy. Returns its exit code and its output. */
  async runs(...args: readonly string[]): Promise<readonly [code: number, printed: string]> {
    // Its sources have changed, so that nobody has built it.
    const { PLUMBLINE_BUILT: _, ...env } = process.env;
    return this.#node(this.folder, env, "packages/cli/bin/plumbline.mjs", ...args);
  }

  async tests(name: string, filter: string): Promise<readonly [code: number, printed: string]> {
    return this.#node(join(this.folder, "packages", name), process.env, "../../scripts/vitest.mjs", filter);
  }

  async #node(cwd: string, env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<readonly [number, string]> {
    try {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd, env });
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
