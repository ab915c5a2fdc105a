import { existsSync } from "node:fs";
import type { Given } from "../flags.ts";
import { UsageError } from "../usage-error.ts";

/**
 * The paths of --watch-path.
 * @throws UsageError for a path that does not exist.
 */
export function watchedPaths(given: Given): readonly string[] {
  const paths = given.all("watch-path") ?? [];
  for (const path of paths)
    if (!existsSync(path)) throw new UsageError(`--watch-path ${path} does not exist: name an existing file or folder`);
  return paths;
}
