import {
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
 * Everything this program writes goes through here, because the folders it writes to are often part of a checkout that
 * somebody else filled: a link of the right name would have another file overwritten, and a pipe would keep the program
 * waiting. Only the file itself must be one; folders above it may be links.
 */
const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;
const WRITING = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK;

interface OwnFileOptions {
  /** Adds to what is there instead of writing over it. @default false */
  readonly append?: boolean;
  /** Permissions of a file that is new. @default 0o666 */
  readonly mode?: number;
}

/**
 * Opens a file for writing, empty unless it is added to. One that is also known by another name (a hard link, as copies of
 * reports in backups are) gets replaced, so that the other keeps what it holds.
 * @throws UsageError when something other than a file stands there.
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
 * @throws UsageError when that cannot be done, with the reason.
 */
export function writeOwnFile(path: string, text: string, options: Pick<OwnFileOptions, "mode"> = {}): void {
  try {
    const descriptor = openOwnFile(path, options);
    try {
      writeFileSync(descriptor, text);
    } catch (error) {
      // Half a file would be read as a whole one, and takes room that others may need.
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
 * Writes a whole file in place of one that stands until then.
 * @throws UsageError as `writeOwnFile` does; then the old one is still there.
 */
export function replaceOwnFile(path: string, text: string): void {
  const beside = `${path}.new`;
  writeOwnFile(beside, text);
  renameSync(beside, path);
}

/**
 * For what is written at the end of a long run: better known before it begins.
 * @throws UsageError when something other than a file stands there, or above it; nothing is well too.
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
