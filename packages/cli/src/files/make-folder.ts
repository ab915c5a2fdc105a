import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder and those above it, one by one: where a file system takes no folders at all, as that of processes does,
 * `mkdirSync` with `recursive` tries for ever.
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  let above = resolve(folder);
  while (statSync(above, { throwIfNoEntry: false }) === undefined && dirname(above) !== above) {
    missing.unshift(above);
    above = dirname(above);
  }
  // Also where it exists: a file of that name is an error.
  for (const one of missing.length === 0 ? [resolve(folder)] : missing) {
    if (statSync(one, { throwIfNoEntry: false })?.isDirectory() !== true) mkdirSync(one);
  }
}
