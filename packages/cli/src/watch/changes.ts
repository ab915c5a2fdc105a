import { watch } from "node:fs";
import { UsageError } from "../usage-error.ts";

/** Milliseconds without a further change after which files count as settled. */
const SETTLED = 200;

/**
 * Calls `changed` when files at or below these paths have changed and settled, until the signal aborts. Calls `failed`
 * for each path that cannot be watched, such as one that was removed since; the others are still watched.
 */
export function onChange(
  paths: readonly string[],
  signal: AbortSignal,
  changed: () => void,
  failed: (error: UsageError) => void,
): void {
  let settling: NodeJS.Timeout | undefined;
  const heard = (): void => {
    clearTimeout(settling);
    settling = setTimeout(changed, SETTLED);
  };
  for (const path of paths) {
    const fail = (error: unknown): void => failed(unwatchable(path, error));
    try {
      watch(path, { recursive: true, signal }, heard).on("error", fail);
    } catch (error) {
      fail(error);
    }
  }
  signal.addEventListener("abort", () => clearTimeout(settling));
}

const unwatchable = (path: string, error: unknown): UsageError =>
  new UsageError(
    `--watch-path ${path} cannot be watched: ${error instanceof Error ? error.message : String(error)}; create it again, or name another path`,
  );
