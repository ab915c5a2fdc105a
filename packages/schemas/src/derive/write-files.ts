import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Writes files by relative path below a folder, after removing the previous content of their top-level folders. */
export function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  for (const top of new Set([...files.keys()].map((path) => path.split("/")[0] ?? path)))
    rmSync(join(folder, top), { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
