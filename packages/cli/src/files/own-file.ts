import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { UsageError } from "../usage-error.ts";
import { isMachineFault, machineFaultInWords } from "./machine-fault.ts";

/**
 * Everything that this program writes goes through this module, because the folders often belong to a checkout that
 * others filled: a link with the right name would redirect the write to another file, and a pipe would block the
 * program. Only the path itself must be a regular file; folders above it may be links.
 */
const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;
const WRITING = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK;

interface OwnFileOptions {
  /** Appends to the file instead of overwriting it. @default false */
  readonly append?: boolean;
  /** Permissions of a new file. @default 0o666 */
  readonly mode?: number;
}

/**
 * Opens a file for writing, empty unless `append` is set. A file with a second name (a hard link, as backups of reports
 * use them) is replaced, so that the other name keeps its contents.
 * @throws UsageError when the path is something other than a regular file.
 */
export function openOwnFile(path: string, { append = false, mode = 0o666 }: OwnFileOptions = {}): number {
  expectOwnFile(path);
  const descriptor = openSync(path, append ? WRITING | O_APPEND : WRITING, mode);
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile()) throw new UsageError(stranger(path, found));
    if (append) return descriptor;
    if (found.nlink === 1) {
      ftruncateSync(descriptor);
      return descriptor;
    }
    unlinkSync(path);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  closeSync(descriptor);
  return openSync(path, WRITING | O_EXCL, mode);
}

/**
 * Writes a whole file.
 * @throws UsageError with the reason when that fails.
 */
export function writeOwnFile(path: string, text: string, options: Pick<OwnFileOptions, "mode"> = {}): void {
  try {
    const descriptor = openOwnFile(path, options);
    try {
      writeFileSync(descriptor, text);
    } catch (error) {
      // A partial file would be read as complete, and it takes space that other files may need.
      unlinkSync(path);
      throw error;
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    throw new UsageError(`${path} cannot be written: ${machineFaultInWords(error)}`);
  }
}

/**
 * Writes a whole file and then replaces the old one with it. The new file has the permissions of the old one.
 * @throws UsageError as `writeOwnFile` does; then the old file is still there, and no other.
 */
export function replaceOwnFile(path: string, text: string): void {
  expectOwnFile(path);
  const beside = `${path}.new`;
  const mode = foundAt(path)?.mode;
  writeOwnFile(beside, text, mode === undefined ? {} : { mode: mode & 0o777 });
  try {
    if (mode !== undefined) chmodSync(beside, mode & 0o777);
    renameSync(beside, path);
  } catch (error) {
    unlinkSync(beside);
    if (!isMachineFault(error)) throw error;
    throw new UsageError(`${path} cannot be written: ${machineFaultInWords(error)}`);
  }
}

/**
 * Checks a path to which a long run writes at its end, before the run begins. A missing file is fine.
 * @throws UsageError when the path is something other than a regular file, or cannot be examined.
 */
export function expectOwnFile(path: string): void {
  const found = foundAt(path);
  if (found !== undefined && !found.isFile()) throw new UsageError(stranger(path, found));
}

function foundAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (!isMachineFault(error)) throw error;
    throw new UsageError(`${path} cannot be written: ${machineFaultInWords(error)}`);
  }
}

function stranger(path: string, found: Stats): string {
  return `${path} is ${kindOf(found)}: expected a file or nothing, because Plumbline would write elsewhere; remove it, or choose another path`;
}

function kindOf(found: Stats): string {
  if (found.isSymbolicLink()) return "a symbolic link";
  if (found.isDirectory()) return "a folder";
  return found.isFIFO() ? "a pipe" : "not a regular file";
}
