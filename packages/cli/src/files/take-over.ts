import { createHash } from "node:crypto";
import { renameSync, rmSync } from "node:fs";
import { isBeingWritten, isYoungerThan, readLock, tryCreate, waitShortly } from "./lock-file.ts";
import { holderIn, isRunning } from "./lock-holder.ts";

/** Milliseconds after which the claim of a process on another machine counts as left: a claim exists for a moment. */
const QUIET = 120_000;

/** The file by which one process claims the lock that holds this text. */
export const claimOf = (path: string, held: string): string =>
  `${path}.${createHash("sha256").update(held).digest("hex").slice(0, 16)}`;

/**
 * Replaces a lock whose process has ended, and returns whether this process did. Of several that try, one succeeds: the
 * one that creates the claim of exactly this lock. Its claim then becomes the lock, in one step. No time is involved,
 * because a busy machine may stop a process for seconds between any two steps. The claim of a process that was killed
 * is replaced in the same way.
 * @param held the text of the lock, which names a process that has ended
 * @param text the text that names this process; no other lock has ever had it
 */
export function takeOver(path: string, held: string, text: string): boolean {
  const claim = claimOf(path, held);
  if (!tryCreate(claim, text)) {
    const other = readLock(claim);
    if (other === undefined || isAtWork(claim, other)) {
      waitShortly();
      return false;
    }
    if (!takeOver(claim, other, text)) return false;
  }
  // A process that is late may claim a lock that was replaced long ago.
  if (readLock(path) === held) {
    renameSync(claim, path);
    return true;
  }
  rmSync(claim, { force: true });
  return false;
}

function isAtWork(claim: string, text: string): boolean {
  const holder = holderIn(text);
  if (holder === undefined) return isBeingWritten(claim, text);
  const runs = isRunning(holder);
  return runs === "elsewhere" ? isYoungerThan(QUIET, claim) : runs;
}
