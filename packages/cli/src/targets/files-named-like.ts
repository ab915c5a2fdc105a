import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** As many names as are worth comparing. */
const MOST = 1_000;

/** YAML and JSON files of the folder in which a file was looked for and not found, as it would have named them. */
export function filesNamedLike(path: string): readonly string[] {
  const folder = dirname(path);
  try {
    const names = readdirSync(folder).filter((name) => /\.(ya?ml|json)$/i.test(name));
    return names.slice(0, MOST).map((name) => (path.includes("/") ? join(folder, name) : name));
  } catch {
    // There is no such folder either: nothing in it can have been meant.
    return [];
  }
}
