import { readFileSync } from "node:fs";

/** The text of a file; one that begins with a mark of UTF-16, as Windows writes what is piped into a file, is read as that. */
export function fileText(path: string): string {
  const bytes = readFileSync(path);
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return new TextDecoder().decode(bytes);
}
