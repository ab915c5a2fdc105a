import { isUtf8 } from "node:buffer";
import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { ContentDecoder, parseJson } from "@plumbline/client";

/** Limit in bytes of an unpacked body. */
const MOST = 2 ** 26;
const MOST_CODINGS = 3;

const decoder = new ContentDecoder();

/** The first bytes of each format. Other codings have no signature. */
const SIGNS: ReadonlyMap<string, readonly number[]> = new Map([
  ["gzip", [0x1f, 0x8b]],
  ["x-gzip", [0x1f, 0x8b]],
  ["zstd", [0x28, 0xb5, 0x2f, 0xfd]],
]);

/**
 * The uncompressed bytes of a body; `undefined` if they cannot be determined. A recorder may have decoded a body, or
 * the outermost of its codings, without changing Content-Encoding: these bytes are returned unchanged.
 */
export async function unpackedBytes(kept: Buffer, codings: readonly string[]): Promise<Buffer | undefined> {
  if (codings.length > MOST_CODINGS) return undefined;
  let bytes = kept;
  for (const coding of codings.toReversed()) {
    if (coding === "identity") continue;
    if (isPlain(bytes)) return bytes;
    const sign = SIGNS.get(coding);
    if (sign?.some((byte, index) => bytes[index] !== byte)) return isUtf8(bytes) ? bytes : undefined;
    const next = await decoded(bytes, coding);
    if (next === undefined) return sign === undefined && isUtf8(bytes) ? bytes : undefined;
    bytes = next;
  }
  return bytes;
}

/** Bytes that are valid JSON are not compressed. */
const isPlain = (bytes: Buffer): boolean => isUtf8(bytes) && parseJson(bytes.toString("utf8")) !== undefined;

async function decoded(bytes: Buffer, coding: string): Promise<Buffer | undefined> {
  if (coding === "zstd") return fromZstd(bytes);
  const made = await decoder.decode(bytes, [coding], MOST);
  return "fault" in made ? undefined : made;
}

/** Node has zstd from 22.15 on. */
async function fromZstd(bytes: Buffer): Promise<Buffer | undefined> {
  const decompress: unknown = Reflect.get(zlib, "zstdDecompress");
  if (typeof decompress !== "function") return undefined;
  try {
    const made: unknown = await promisify(decompress as typeof zlib.gunzip)(bytes, { maxOutputLength: MOST });
    return Buffer.isBuffer(made) ? made : undefined;
  } catch {
    return undefined;
  }
}
