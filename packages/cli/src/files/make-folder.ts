import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Creates a folder and its missing parents one by one. On a file system that accepts no folders, such as /proc,
 * `mkdirSync` with `recursive` never returns.
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  let above = resolve(folder);
  while (statSync(above, { throwIfNoEntry: false }) === undefined && dirname(above) !== above) {
    missing.unshift(above);
    above = dirname(above);
  }
  // Also for an existing path, because a file with that name is an error.
  for (const one of missing.length === 0 ? [resolve(folder)] : missing) {
    if (statSync(one, { throwIfNoEntry: false })?.isDirectory() !== true) mkdirSync(one);
  }
}
