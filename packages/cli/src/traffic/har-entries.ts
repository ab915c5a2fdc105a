import { DEEPEST_ENTRY, EntryScanner, type Piece } from "./entry-scanner.ts";
import { PlainBytes } from "./plain-bytes.ts";
import type { Ending } from "./recorded.ts";
import { type Writer, writerOf } from "./writer.ts";

/** Limit of one entry in bytes; reading it takes several times as much memory. */
export const MOST_OF_ENTRY = 2 ** 27;

/** An entry of an archive, possibly malformed, and the writer of the archive. */
export interface HarEntry {
  readonly value: unknown;
  readonly writer: Writer;
}

/**
 * The entries of an HTTP archive of any length, one after the other. Returns why the archive ends early, if it does.
 */
export async function* harEntries(path: string): AsyncGenerator<HarEntry, Ending> {
  const bytes = new PlainBytes(path);
  const scanner = new EntryScanner(MOST_OF_ENTRY);
  let writer: Writer = "any";
  let count = 0;
  let cut: string | undefined;
  let refused: string | undefined;
  for await (const chunk of bytes)
    for (const piece of scanner.push(chunk)) {
      if (piece.kind === "writer") {
        writer = writerOf(jsonIn(piece));
        continue;
      }
      count += 1;
      const value = jsonIn(piece);
      if (value !== undefined) yield { value, writer };
      else if (piece.kind === "beyond") {
        cut ??= `entry ${count} is too long or too deep`;
        refused ??= `${path}: entry ${count}: expected at most ${MOST_OF_ENTRY} bytes and ${DEEPEST_ENTRY} levels: leave the entry out, or record less of its body`;
      } else cut ??= `entry ${count} is not JSON`;
    }
  cut ??= bytes.cut ?? scanner.cut;
  return { ...(cut !== undefined && { cut }), ...(refused !== undefined && { refused }) };
}

/** The JSON value of a piece; `undefined` if it is not JSON. A bare value is no entry and becomes null. */
function jsonIn(piece: Piece): unknown {
  switch (piece.kind) {
    case "bare":
      return null;
    case "beyond":
      return undefined;
    case "writer":
    case "entry":
      try {
        return JSON.parse(piece.bytes.toString("utf8"));
      } catch {
        return undefined;
      }
    default:
      return piece satisfies never;
  }
}
