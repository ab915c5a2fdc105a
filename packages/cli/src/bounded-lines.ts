import { createReadStream } from "node:fs";

/** The largest line that is read, in bytes (64 MiB). The longest lines of a run's own files have about 10,000 bytes. */
export const MOST_OF_LINE = 67_108_864;

const LINE_FEED = 10;

/** A line of a file. `text` is missing when the line is longer than the limit. */
export interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly text?: string;
}

/**
 * Yields the lines of a file, or of its bytes, one at a time and without their ends. Only a line feed ends a line,
 * because JSON texts may contain the other line ends of Unicode. The text of a line longer than `most` bytes is
 * dropped, so that no line needs more memory than that.
 */
export async function* boundedLines(source: string | AsyncIterable<Buffer>, most = MOST_OF_LINE): AsyncGenerator<Line> {
  const bytes = typeof source === "string" ? (createReadStream(source) as AsyncIterable<Buffer>) : source;
  let number = 1;
  let parts: Buffer[] = [];
  let length = 0;
  const line = (): Line => {
    const text = length > most ? undefined : textOf(parts);
    const one: Line = text === undefined ? { number } : { number, text };
    number += 1;
    [parts, length] = [[], 0];
    return one;
  };
  for await (const chunk of bytes) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      add(chunk.subarray(from, end));
      yield line();
      from = end + 1;
    }
    add(chunk.subarray(from));
  }
  if (length > 0) yield line();

  function add(part: Buffer): void {
    length += part.length;
    if (length > most) parts = [];
    else if (part.length > 0) parts.push(part);
  }
}

function textOf(parts: readonly Buffer[]): string {
  const text = Buffer.concat(parts).toString("utf8");
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}
