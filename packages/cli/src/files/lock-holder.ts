import { readFileSync } from "node:fs";
import { hostname } from "node:os";

/** The process of a run, as its lock file names it. */
export interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly startedAt: string;
  /** The start time of the process, as the system writes it: another process may have the same number later. */
  readonly birth?: string;
}

/** This process. */
export const thisProcess = (): Holder => ({
  pid: process.pid,
  host: hostname(),
  startedAt: new Date().toISOString(),
  ...birthOf("self"),
});

/** The process that a lock names; `undefined` if it names none, for example because it is written at this moment. */
export function holderIn(text: string): Holder | undefined {
  try {
    const { pid, host, startedAt, birth } = Object(JSON.parse(text)) as Partial<Holder>;
    if (!Number.isSafeInteger(pid) || typeof host !== "string" || typeof startedAt !== "string") return undefined;
    return { pid: Number(pid), host, startedAt, ...(typeof birth === "string" && { birth }) };
  } catch {
    return undefined;
  }
}

/** Whether a process of this machine runs; "elsewhere" for one of another machine, which cannot be examined from here. */
export function isRunning({ pid, host, birth }: Holder): boolean | "elsewhere" {
  if (host !== hostname()) return "elsewhere";
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
