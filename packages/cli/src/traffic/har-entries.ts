import { DEEPEST_ENTRY, EntryScanner, type Piece } from "./entry-scanner.ts";
import { PlainBytes } from "./plain-bytes.ts";
import type { Ending } from "./recorded.ts";
import { type Writer, writerOf } from "./writer.ts";

/** Bytes of one entry; the body of one that is read takes several times its room. */
export const MOST_OF_ENTRY = 2 ** 27;

/** An entry of an archive, whatever it is, and who wrote it. */
export interface HarEntry {
  readonly value: unknown;
  readonly writer: Writer;
}

/** The entries of an HTTP archive, one after the other however long it is; returns why it ends too soon, where it does. */
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

/** What a part says, `undefined` when it is no JSON; what is no entry at all is none of an object. */
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
