import { constants, crc32, deflateRawSync } from "node:zlib";

/** A fast level; higher ones hardly reduce the size. */
const LEVEL = 3;
/** Characters that are compressed at once. More need more memory, fewer compress less. */
const AT_ONCE = 1_000_000;
/** RFC 1952, section 2.3: deflate, no flags, no time, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty last block (RFC 1951, section 3.2.6). */
const END = Buffer.from([3, 0]);

/** Compresses a text that arrives in parts, without having all of them in memory at once. */
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
