import { parseJson } from "@plumbline/client";
import { boundedLines, MOST_OF_LINE } from "../bounded-lines.ts";
import { PlainBytes } from "./plain-bytes.ts";
import type { Ending } from "./recorded.ts";

/** The JSON values of a file with one value on each line. Returns the place of the first line without one. */
export async function* lineEntries(path: string): AsyncGenerator<unknown, Ending> {
  const bytes = new PlainBytes(path);
  let cut: string | undefined;
  let refused: string | undefined;
  for await (const { number, text } of boundedLines(bytes)) {
    if (text === undefined) {
      cut ??= `line ${number} is longer than ${MOST_OF_LINE} bytes`;
      refused ??= `${path}:${number}: expected a line of at most ${MOST_OF_LINE} bytes: leave it out, or record less of its body`;
      continue;
    }
    if (text.trim() === "") continue;
    const value = parseJson(text);
    if (value === undefined) cut ??= `line ${number} is not JSON`;
    else yield value;
  }
  cut ??= bytes.cut;
  return { ...(cut !== undefined && { cut }), ...(refused !== undefined && { refused }) };
}
