import { watch } from "node:fs";

/** Milliseconds without a further change after which files count as settled. */
const SETTLED = 200;

/** Calls `changed` when files at or below these paths have changed and settled, until the signal aborts. */
export function onChange(
  paths: readonly string[],
  signal: AbortSignal,
  changed: () => void,
  failed: (error: unknown) => void,
): void {
  let settling: NodeJS.Timeout | undefined;
  for (const path of paths) {
    const watcher = watch(path, { recursive: true, signal }, () => {
      clearTimeout(settling);
      settling = setTimeout(changed, SETTLED);
    });
    watcher.on("error", failed);
  }
  signal.addEventListener("abort", () => clearTimeout(settling));
}
