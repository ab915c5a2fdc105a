import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { UsageError } from "../usage-error.ts";

/** Exists in the folder of a run while the run writes there. */
const LOCK_FILE = "run.lock";

/** Suffix of a second file, which exists while a process removes a stale lock: only the process that created it may. */
const REMOVAL = ".removal";
/** Milliseconds after which an unfinished lock or removal counts as left by a killed process. */
const ABANDONED_AFTER = 1_000;
/** Milliseconds between two looks at an unfinished lock or removal of another process. */
const STEP = 10;

/**
 * Milliseconds without a journal entry after which a run on another machine counts as ended, because its process cannot
 * be examined from here.
 */
const QUIET = 120_000;

/** The process of a run, as its lock file names it. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly startedAt: string;
  /** The start time of the process, as the system writes it: another process may have the same number later. */
  readonly birth?: string;
}

/**
 * Reserves a folder for one run at a time, because two runs that write the same files damage both. The lock of a killed
 * run does not count.
 * @returns a function that releases the folder
 * @throws UsageError while another run writes there, or if the lock cannot be read.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, LOCK_FILE);
  const own: Holder = { pid: process.pid, host: hostname(), startedAt: new Date().toISOString(), ...birthOf("self") };
  const text = `${JSON.stringify(own)}\n`;
  while (!tryCreate(path, text)) {
    const held = readLock(path);
    const holder = holderIn(held);
    if (holder !== undefined && isAtWork(holder, folder)) throw new UsageError(inUse(folder, holder));
    discard(path, held);
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
  const holder = holderIn(readLock(join(folder, LOCK_FILE), instead));
  if (holder !== undefined && isAtWork(holder, folder)) throw new UsageError(inUse(folder, holder, instead));
}

const INSTEAD = "wait until it ends, or name another folder with --out";

const inUse = (folder: string, { pid, host, startedAt }: Holder, instead = INSTEAD): string =>
  `another run is writing to ${folder} (process ${pid} on ${host}, since ${startedAt}): ${instead}`;

/**
 * Creates the lock, and returns whether this process did: of several that try at the same time, only one succeeds. Other
 * users of a shared folder must be able to read it.
 */
function tryCreate(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "wx", mode: 0o644 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Removes a stale lock. Of several processes that try, only one removes it at a time, and only if the lock is unchanged
 * since it was read: a run that has locked the folder meanwhile keeps it.
 */
function discard(path: string, held: string | undefined): void {
  const removal = path + REMOVAL;
  // A process is still writing a lock that is empty, unless that process was killed.
  if ((held === "" && isYoung(path)) || isYoung(removal)) sleepSync();
  else if (tryCreate(removal, "")) remove(path, held, removal);
  else if (!isYoung(removal)) rmSync(removal, { force: true });
}

function remove(path: string, held: string | undefined, removal: string): void {
  try {
    if (readLock(path) === held) rmSync(path, { force: true });
  } finally {
    rmSync(removal, { force: true });
  }
}

function isYoung(path: string): boolean {
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return written !== undefined && Math.abs(Date.now() - written) < ABANDONED_AFTER;
}

const sleepSync = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STEP);

/**
 * The text of a lock; `undefined` if there is none.
 * @throws UsageError for a lock that cannot be read, because it may be that of another user's run.
 */
function readLock(path: string, instead = INSTEAD): string | undefined {
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

function holderIn(text: string | undefined): Holder | undefined {
  try {
    const { pid, host, startedAt, birth } = Object(JSON.parse(text ?? "null")) as Partial<Holder>;
    if (!Number.isSafeInteger(pid) || typeof host !== "string" || typeof startedAt !== "string") return undefined;
    return { pid: Number(pid), host, startedAt, ...(typeof birth === "string" && { birth }) };
  } catch {
    return undefined;
  }
}

function isAtWork({ pid, host, birth }: Holder, folder: string): boolean {
  if (host !== hostname()) {
    const last = statSync(join(folder, "journal.ndjson"), { throwIfNoEntry: false })?.mtimeMs;
    return last !== undefined && Date.now() - last < QUIET;
  }
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM means that the process exists and belongs to another user.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  const now = birthOf(pid).birth;
  return birth === undefined || now === undefined || now === birth;
}

/** The start time of a process, on systems that show it in /proc. */
function birthOf(pid: number | "self"): Pick<Holder, "birth"> {
  // The name of a process may contain blanks and brackets, so the fields are counted from its closing bracket.
  const birth = statOf(pid)?.split(") ").at(-1)?.split(" ")[19];
  return birth === undefined ? {} : { birth };
}

function statOf(pid: number | "self"): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    // The process has ended, or the system has no /proc or hides the processes of other users.
    return undefined;
  }
}
