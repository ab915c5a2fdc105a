import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { UsageError } from "../usage-error.ts";

/** Stands in the folder of a run for as long as the run writes there. */
const LOCK_FILE = "run.lock";

/** Beside the lock for as long as somebody takes one away that counts for nothing: only its holder may. */
const REMOVAL = ".removal";
/** Milliseconds after which what was begun is taken for that of a process that was killed in the middle. */
const BEGUN = 1_000;
/** Milliseconds between two looks at what somebody else has begun. */
const STEP = 10;

/** Milliseconds in which a run of another machine, whose processes cannot be looked at, would have written something. */
const QUIET = 120_000;

/** The process of a run, as its lock says it. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly startedAt: string;
  /** When the process began, in the words of its system: another one may have its number by now. */
  readonly birth?: string;
}

/**
 * Keeps the folder of a run to one run at a time: two that write the same files leave neither of them whole. The lock of a
 * run that was killed counts for nothing.
 * @returns what gives the folder free
 * @throws UsageError while another run writes there.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, LOCK_FILE);
  const own: Holder = { pid: process.pid, host: hostname(), startedAt: new Date().toISOString(), ...birthOf("self") };
  const text = `${JSON.stringify(own)}\n`;
  while (!isTaken(path, text)) {
    const held = textOf(path);
    const holder = holderIn(held);
    if (holder !== undefined && isAtWork(holder, folder)) throw new UsageError(inUse(folder, holder));
    discard(path, held);
  }
  return () => {
    if (textOf(path) === text) rmSync(path, { force: true });
  };
}

/**
 * @param instead what to do in place of what was wanted
 * @throws UsageError while a run writes into a folder.
 */
export function needsFree(folder: string, instead?: string): void {
  const holder = holderIn(textOf(join(folder, LOCK_FILE)));
  if (holder !== undefined && isAtWork(holder, folder)) throw new UsageError(inUse(folder, holder, instead));
}

const inUse = (
  folder: string,
  { pid, host, startedAt }: Holder,
  instead = "wait until it ends, or name another folder with --out",
): string => `another run is writing to ${folder} (process ${pid} on ${host}, since ${startedAt}): ${instead}`;

/** Whether the lock could be made: only one of those that try it at a time can. */
function isTaken(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Takes a lock away that counts for nothing. Of several that want to, one at a time does, and only while the lock is
 * still the one that was read: whoever took the folder meanwhile keeps it.
 */
function discard(path: string, held: string | undefined): void {
  const removal = path + REMOVAL;
  // A lock without words is one that is being written, unless its writer was killed.
  if ((held === "" && isYoung(path)) || isYoung(removal)) rest();
  else if (isTaken(removal, "")) remove(path, held, removal);
  else if (!isYoung(removal)) rmSync(removal, { force: true });
}

function remove(path: string, held: string | undefined, removal: string): void {
  try {
    if (textOf(path) === held) rmSync(path, { force: true });
  } finally {
    rmSync(removal, { force: true });
  }
}

function isYoung(path: string): boolean {
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return written !== undefined && Math.abs(Date.now() - written) < BEGUN;
}

const rest = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STEP);

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
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
    // Somebody else's process cannot be told anything, and is there.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  const now = birthOf(pid).birth;
  return birth === undefined || now === undefined || now === birth;
}

/** Of systems that show it in /proc. */
function birthOf(pid: number | "self"): Pick<Holder, "birth"> {
  // The name of a process may hold blanks and brackets, so what follows it is counted from its end.
  const birth = textOf(`/proc/${pid}/stat`)?.split(") ").at(-1)?.split(" ")[19];
  return birth === undefined ? {} : { birth };
}
