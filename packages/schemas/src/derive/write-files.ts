import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Writes files by relative path below a folder; what stood before in the folders that they are in is gone. */
export function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  for (const top of new Set([...files.keys()].map((path) => path.split("/")[0] ?? path)))
    rmSync(join(folder, top), { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
