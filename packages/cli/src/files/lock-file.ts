import { readFileSync, statSync, writeFileSync } from "node:fs";
import { UsageError } from "../usage-error.ts";

/** Milliseconds after which an empty lock counts as left by a process that was killed before it wrote its name. */
const UNFINISHED = 1_000;
/** Milliseconds between two looks at a lock of another process. */
const STEP = 10;

/** Advice for a folder that another run uses. */
export const INSTEAD = "wait until it ends, or name another folder with --out";

/**
 * Creates a lock, and returns whether this process did: of several that try at the same time, only one succeeds. Other
 * users of a shared folder must be able to read it.
 */
export function tryCreate(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "wx", mode: 0o644 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/**
 * The text of a lock; `undefined` if there is none.
 * @param instead advice for the message: what to do instead
 * @throws UsageError for a lock that cannot be read, because it may be that of another user's run.
 */
export function readLock(path: string, instead = INSTEAD): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    if (error.code === "ENOENT") return undefined;
    throw new UsageError(
      `${path} cannot be read (${error.message}), so another run may be writing to that folder: ${instead}`,
    );
  }
}

/** Whether a process may still be writing its name into an empty lock. */
export function isBeingWritten(path: string, text: string): boolean {
  return text === "" && isYoungerThan(UNFINISHED, path);
}

/** Whether a file exists that was written in the last milliseconds. */
export function isYoungerThan(milliseconds: number, path: string): boolean {
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return written !== undefined && Math.abs(Date.now() - written) < milliseconds;
}

/** Blocks this process for a moment, after which another process may have gone on. */
export const waitShortly = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STEP);
