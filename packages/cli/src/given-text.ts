import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { UsageError } from "./usage-error.ts";

const { O_NONBLOCK, O_RDONLY } = constants;

/** Limit in bytes for a file written by hand; a target file has about 2,000. */
export const MOST_BYTES = 262_144;

/**
 * The text of a file that the user names. It is opened without blocking, so that a FIFO cannot make the command hang. A
 * file that begins with a UTF-16 byte order mark is decoded as UTF-16, because Windows writes piped output like that.
 * @param what how messages call the file, including its path
 * @throws UsageError for a path that is no regular file, and for a file that is too long or cannot be read.
 */
export function givenText(path: string, what: string, most = MOST_BYTES): string {
  const bytes = bytesOf(path, what, most);
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return new TextDecoder().decode(bytes);
}

function bytesOf(path: string, what: string, most: number): Buffer {
  let file: number | undefined;
  try {
    file = openSync(path, O_RDONLY | O_NONBLOCK);
    const stats = fstatSync(file);
    if (stats.isDirectory()) throw new UsageError(`${what} cannot be read: it is a folder`);
    if (!stats.isFile())
      throw new UsageError(`${what} is not a regular file: save its output to a file, and name that file`);
    if (stats.size > most)
      throw new UsageError(`${what} is too long: expected at most ${most} bytes, received ${stats.size}`);
    return contentOf(file, most);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${what} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/**
 * Reads until the end or the limit: a file may have grown since its size was read, and files that the system generates
 * report a smaller size than they have.
 */
function contentOf(file: number, most: number): Buffer {
  const buffer = Buffer.alloc(most);
  let length = 0;
  for (let read = -1; read !== 0 && length < most; length += read)
    read = readSync(file, buffer, length, most - length, null);
  return buffer.subarray(0, length);
}
