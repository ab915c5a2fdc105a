import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** Limit of names to compare. */
const MOST = 1_000;

/** YAML and JSON files of the folder in which a file was not found, with paths like that file's. */
export function filesNamedLike(path: string): readonly string[] {
  const folder = dirname(path);
  try {
    const names = readdirSync(folder).filter((name) => /\.(ya?ml|json)$/i.test(name));
    return names.slice(0, MOST).map((name) => (path.includes("/") ? join(folder, name) : name));
  } catch {
    // The folder does not exist either, so no file in it can be meant.
    return [];
  }
}
