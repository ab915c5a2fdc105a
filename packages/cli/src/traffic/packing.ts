/** How a file with traffic is packed or written, as its first bytes tell. */
export type Packing = "utf-8" | "utf-16le" | "utf-16be" | "deflated" | "zip";

/** Bytes that tell it. */
export const TELLING = 4;

const GZIP = [0x1f, 0x8b];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** Streams of zlib, as mitmproxy writes them into `.zhar`; no JSON begins so. */
const ZLIB = 0x78;
const [BRACE, NUL] = [0x7b, 0];

/** Byte order marks tell UTF-16, and so does the first bracket of a file that has none. */
export function packingOf(head: Buffer): Packing {
  const begins = (...bytes: readonly number[]): boolean => bytes.every((byte, index) => head[index] === byte);
  if (begins(...GZIP) || begins(ZLIB)) return "deflated";
  if (begins(...ZIP)) return "zip";
  if (begins(0xff, 0xfe) || begins(BRACE, NUL)) return "utf-16le";
  if (begins(0xfe, 0xff) || begins(NUL, BRACE)) return "utf-16be";
  return "utf-8";
}
