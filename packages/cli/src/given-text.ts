import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { UsageError } from "./usage-error.ts";

const { O_NONBLOCK, O_RDONLY } = constants;

/** Bytes of a file that somebody wrote by hand; a target file has two thousand. */
export const MOST_BYTES = 262_144;

/**
 * The text of a file that the user names. It is opened without waiting, so that a FIFO keeps nobody; one that begins with
 * a mark of UTF-16, as Windows writes what is piped into a file, is read as that.
 * @param what how messages call it, its path included
 * @throws UsageError for what is no regular file, is too long, or cannot be read.
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

/** As much as there is, which may be more by now than the file was long, and less than it says where the system makes it. */
function contentOf(file: number, most: number): Buffer {
  const buffer = Buffer.alloc(most);
  let length = 0;
  for (let read = -1; read !== 0 && length < most; length += read)
    read = readSync(file, buffer, length, most - length, null);
  return buffer.subarray(0, length);
}
