import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { boundedJson } from "./bounded-json.ts";
import type { JsonBounds } from "./json-bounds.ts";
import { parseJson } from "./json-text.ts";

/** The result of reading the bytes of a body. */
export interface BodyRead {
  readonly body: string;
  readonly invalidUtf8: boolean;
  readonly json: unknown;
}

/** With bounds, a body of more bytes than this is not kept whole. A page of 500 usual records is smaller. */
const LARGE = 65_536;
/** The most white space kept before the beginning of a large body's text. */
const MOST_SPACE = 1_024;

/** Reads bodies. Of a large one it keeps the beginning of the text, and the JSON within the bounds. */
export class BodyReader {
  readonly #bounds: JsonBounds | undefined;
  #last: { readonly hash: string; readonly read: BodyRead | { readonly excess: string } } | undefined;

  constructor(bounds?: JsonBounds) {
    this.#bounds = bounds;
  }

  read(bytes: Buffer): BodyRead | { readonly excess: string } {
    if (this.#bounds === undefined || bytes.length <= LARGE) {
      const body = bytes.toString("utf8");
      return { body, invalidUtf8: !isUtf8(bytes), json: parseJson(body) };
    }
    // A target that sends a large body sends it again and again, so the reader shares the last result.
    const hash = createHash("sha256").update(bytes).digest("base64");
    if (this.#last?.hash !== hash) this.#last = { hash, read: readLarge(bytes, this.#bounds) };
    return this.#last.read;
  }
}

function readLarge(bytes: Buffer, bounds: JsonBounds): BodyRead | { readonly excess: string } {
  const read = boundedJson(bytes, bounds);
  if ("excess" in read) return read;
  // Skips leading white space, so that the body does not look empty.
  const begin = Math.max(0, firstOfText(bytes) - MOST_SPACE);
  return { body: bytes.toString("utf8", begin, begin + LARGE), invalidUtf8: !isUtf8(bytes), json: read.json };
}

function firstOfText(bytes: Buffer): number {
  const found = bytes.findIndex((byte) => byte > 0x20);
  return found === -1 ? 0 : found;
}
