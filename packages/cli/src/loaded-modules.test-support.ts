import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = resolve(fileURLToPath(import.meta.url), "../../../..");
const PROGRAM = join(ROOT, "packages/cli/bin/plumbline.mjs");
/** Scripts that build the program in the workspace; they are no part of it. */
const BUILDERS = pathToFileURL(join(ROOT, "scripts/")).href;

const asModule = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;

/** Writes down each module that Node loads, in a thread of its own, and at the end the modules that were required. */
const NOTE = `import { appendFileSync } from "node:fs";
export const load = (url, context, next) => {
  if (url.startsWith("file:")) appendFileSync(process.env.LOADED, url + "\\n");
  return next(url, context);
};`;
const HOOK = `import { appendFileSync } from "node:fs";
import { createRequire, register } from "node:module";
import { pathToFileURL } from "node:url";
register(${JSON.stringify(asModule(NOTE))});
const { cache } = createRequire(process.cwd() + "/");
process.on("exit", () => {
  for (const file of Object.keys(cache)) appendFileSync(process.env.LOADED, pathToFileURL(file).href + "\\n");
});`;

/** The modules that the program loads with these arguments: their number, and the bytes of their files. */
export function loadedBy(...args: readonly string[]): { readonly modules: number; readonly bytes: number } {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-loaded-"));
  const notes = join(folder, "modules");
  try {
    const { status, stderr } = spawnSync(process.execPath, ["--import", asModule(HOOK), PROGRAM, ...args], {
      cwd: folder,
      encoding: "utf8",
      input: "",
      env: { ...process.env, LOADED: notes },
    });
    if (status !== 0) throw new Error(`plumbline ${args.join(" ")} ended with ${status}: ${stderr}`);
    const urls = [...new Set(readFileSync(notes, "utf8").trim().split("\n"))].filter(
      (url) => !url.startsWith(BUILDERS),
    );
    const bytes = urls.reduce((sum, url) => sum + statSync(fileURLToPath(url)).size, 0);
    return { modules: urls.length, bytes };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
