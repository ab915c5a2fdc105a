import type { Given } from "../flags.ts";
import { openTarget } from "../targets/open-target.ts";
import type { OpenedTarget } from "../targets/opened-target.ts";
import type { Terminal } from "../terminal.ts";
import type { FormatName } from "./formats.ts";
import { onInterrupt } from "./interrupt.ts";
import { type RunFiles, runFiles } from "./run-files.ts";

/** What a command that sends requests works with. */
export interface Running {
  readonly opened: OpenedTarget;
  readonly files: RunFiles;
  /** Aborted by the first interrupt. */
  readonly signal: AbortSignal;
}

/** Where a run writes, and who may stop it besides the user's interrupt. */
export interface RunPlace {
  readonly folder: string;
  readonly formats: readonly FormatName[];
  readonly stop?: AbortSignal | undefined;
}

/** Opens the target, prepares the folder and does the work; the target is closed whatever comes of that. */
export async function inRun<T>(
  given: Given,
  terminal: Terminal,
  { folder, formats, stop }: RunPlace,
  work: (running: Running) => Promise<T>,
): Promise<T> {
  const opened = await openTarget(given, terminal);
  const interrupt = onInterrupt(terminal, stop);
  try {
    return await work({ opened, files: runFiles(folder, formats), signal: interrupt.signal });
  } finally {
    interrupt.release();
    await opened.close();
  }
}
