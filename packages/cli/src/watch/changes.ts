import { watch } from "node:fs";

/** Milliseconds after a change of a file until no other came. */
const SETTLED = 200;

/** Tells, until the signal is given, when files at these paths, or below them, have changed and then been left alone. */
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
