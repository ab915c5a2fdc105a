import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { readTargetFile } from "../target-file/read.ts";
import { UsageError } from "../usage-error.ts";

/** Largest size in bytes of a possible target file, and how many files are examined. */
const LARGEST = 200_000;
const MOST = 100;

/** The paths of the target files directly in a folder. */
export function targetFilesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => /\.(ya?ml|json)$/u.test(name))
    .slice(0, MOST)
    .map((name) => join(folder, name))
    .filter((path) => {
      const found = statSync(path, { throwIfNoEntry: false });
      return found?.isFile() === true && found.size < LARGEST && isTargetFile(path);
    });
}

function isTargetFile(path: string): boolean {
  try {
    return "baseUrl" in readTargetFile(path).file;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}
