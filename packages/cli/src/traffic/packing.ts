/** The compression or encoding of a file with traffic, from its first bytes. */
export type Packing = "utf-8" | "utf-16le" | "utf-16be" | "deflated" | "zip";

/** How many bytes are needed to detect it. */
export const TELLING = 4;

const GZIP = [0x1f, 0x8b];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** The first byte of zlib streams, which mitmproxy writes into `.zhar`; no JSON text begins with it. */
const ZLIB = 0x78;
const [BRACE, NUL] = [0x7b, 0];

/** Detects the format. Byte order marks show UTF-16; in a file without one, the first bracket does. */
export function packingOf(head: Buffer): Packing {
  const begins = (...bytes: readonly number[]): boolean => bytes.every((byte, index) => head[index] === byte);
  if (begins(...GZIP) || begins(ZLIB)) return "deflated";
  if (begins(...ZIP)) return "zip";
  if (begins(0xff, 0xfe) || begins(BRACE, NUL)) return "utf-16le";
  if (begins(0xfe, 0xff) || begins(NUL, BRACE)) return "utf-16be";
  return "utf-8";
}
