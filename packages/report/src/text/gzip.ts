import { constants, crc32, deflateRawSync } from "node:zlib";

/** Quick, and as small as makes a difference. */
const LEVEL = 3;
/** Characters that are packed at once: more take more memory, fewer lose what they have in common. */
const AT_ONCE = 1_000_000;
/** RFC 1952, section 2.3: packed by deflate, no flags, no time, no system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** A last block that is empty (RFC 1951, section 3.2.6). */
const END = Buffer.from([3, 0]);

/** Gzip of a text that comes in parts, which are never in memory all at once. */
export function gzip(parts: Iterable<string>): Buffer {
  const packed = [HEADER];
  let sum = 0;
  let size = 0;
  for (const text of batches(parts)) {
    const bytes = Buffer.from(text);
    sum = crc32(bytes, sum);
    size += bytes.length;
    packed.push(deflateRawSync(bytes, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH }));
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(sum, 0);
  trailer.writeUInt32LE(size % 2 ** 32, 4);
  return Buffer.concat([...packed, END, trailer]);
}

function* batches(parts: Iterable<string>): Iterable<string> {
  let batch: string[] = [];
  let length = 0;
  for (const part of parts) {
    batch.push(part);
    length += part.length;
    if (length < AT_ONCE) continue;
    yield batch.join("");
    batch = [];
    length = 0;
  }
  yield batch.join("");
}
