import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../usage-error.ts";
import { INSTEAD, isBeingWritten, isYoungerThan, readLock, tryCreate, waitShortly } from "./lock-file.ts";
import { type Holder, holderIn, isRunning, thisProcess } from "./lock-holder.ts";
import { takeOver } from "./take-over.ts";

/** Exists in the folder of a run while the run writes there. */
const LOCK_FILE = "run.lock";

/**
 * Milliseconds without a journal entry after which a run on another machine counts as ended, because its process cannot
 * be examined from here.
 */
const QUIET = 120_000;

/**
 * Short waits for a process that is about to lock the folder. A process that was stopped in the middle would otherwise
 * keep this one waiting without end.
 */
const MOST_WAITS = 500;

/**
 * Reserves a folder for one run at a time, because two runs that write the same files damage both. The lock of a killed
 * run does not count.
 * @returns a function that releases the folder
 * @throws UsageError while another run writes there, or if the lock cannot be read.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, LOCK_FILE);
  const text = `${JSON.stringify(thisProcess())}\n`;
  for (let tries = 0; !tryCreate(path, text); tries += 1) {
    if (tries === MOST_WAITS)
      throw new UsageError(`another run is about to write to ${folder}, and does not go on: ${INSTEAD}`);
    const held = readLock(path);
    // The other run has just ended.
    if (held === undefined) continue;
    const holder = holderIn(held);
    if (holder !== undefined && isAtWork(holder, folder)) throw new UsageError(inUse(folder, holder));
    if (isBeingWritten(path, held)) waitShortly();
    else if (takeOver(path, held, text)) break;
  }
  return () => {
    if (isWritten(path, text)) rmSync(path, { force: true });
  };
}

/** Whether a file holds this text. At its end, a run leaves a lock that it cannot read to the owner of that lock. */
function isWritten(path: string, text: string): boolean {
  try {
    return readFileSync(path, "utf8") === text;
  } catch {
    return false;
  }
}

/**
 * @param instead advice for the message: what to do instead
 * @throws UsageError while a run writes into the folder, or if its lock cannot be read.
 */
export function assertUnlocked(folder: string, instead?: string): void {
  const holder = holderIn(readLock(join(folder, LOCK_FILE), instead) ?? "");
  if (holder !== undefined && isAtWork(holder, folder)) throw new UsageError(inUse(folder, holder, instead));
}

const inUse = (folder: string, { pid, host, startedAt }: Holder, instead = INSTEAD): string =>
  `another run is writing to ${folder} (process ${pid} on ${host}, since ${startedAt}): ${instead}`;

function isAtWork(holder: Holder, folder: string): boolean {
  const runs = isRunning(holder);
  return runs === "elsewhere" ? isYoungerThan(QUIET, join(folder, "journal.ndjson")) : runs;
}
