/**
 * The user must fix what the machine refuses (a full disk, a limit, a read-only file system). The message names the
 * file and says what to do, and the exit code is 2 as for every other file that cannot be used.
 */
const SPACE = "free some space there, or choose another path";
const PLACE = "choose a path that this user may write to";
const OPEN_FILES = "raise the limit of open files (ulimit -n 1024), or use fewer --jobs";
const ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: SPACE,
  EDQUOT: SPACE,
  EFBIG: "raise the limit of file sizes (ulimit -f unlimited), or choose another path",
  EIO: "check the disk, or choose another path",
  EROFS: PLACE,
  EACCES: PLACE,
  EPERM: PLACE,
  ENOENT: "create the folder, or choose another path",
  ENOTDIR: "choose a path below a folder",
  EISDIR: "choose a file, not a folder",
  EEXIST: "choose another path",
  ELOOP: "choose another path",
  ENAMETOOLONG: "choose a shorter path",
  EMFILE: OPEN_FILES,
  ENFILE: OPEN_FILES,
};

/** Whether a file operation failed for a reason that is no defect of this program. */
export function isMachineFault(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error && "code" in error && typeof error.code === "string" && Object.hasOwn(ADVICE, error.code)
  );
}

/** The reason and what to do about it: `ENOSPC: no space left on device, write; free some space there, or ...`. */
export function machineFaultInWords(error: Error & { readonly code?: unknown }): string {
  return `${error.message}; ${ADVICE[String(error.code)] ?? "choose another path"}`;
}
