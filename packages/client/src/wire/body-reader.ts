import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { boundedJson } from "./bounded-json.ts";
import type { JsonBounds } from "./json-bounds.ts";
import { parseJson } from "./json-text.ts";

/** What is made of the bytes of a body. */
export interface BodyRead {
  readonly body: string;
  readonly invalidUtf8: boolean;
  readonly json: unknown;
}

/** Bytes of a body that is not kept as a whole where there are bounds: no page of 500 records of usual size has as many. */
const LARGE = 65_536;
/** White space before the beginning of a body that is kept. */
const MOST_SPACE = 1_024;

/** Reads bodies; of a large one, the beginning of its text and its JSON within bounds. */
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
    // A target that answers with a large body does so again and again: what it is made of is then shared.
    const hash = createHash("sha256").update(bytes).digest("base64");
    if (this.#last?.hash !== hash) this.#last = { hash, read: readLarge(bytes, this.#bounds) };
    return this.#last.read;
  }
}

function readLarge(bytes: Buffer, bounds: JsonBounds): BodyRead | { readonly excess: string } {
  const read = boundedJson(bytes, bounds);
  if ("excess" in read) return read;
  // So that a body is not taken for an empty one because it begins with white space.
  const begin = Math.max(0, firstOfText(bytes) - MOST_SPACE);
  return { body: bytes.toString("utf8", begin, begin + LARGE), invalidUtf8: !isUtf8(bytes), json: read.json };
}

function firstOfText(bytes: Buffer): number {
  const found = bytes.findIndex((byte) => byte > 0x20);
  return found === -1 ? 0 : found;
}
