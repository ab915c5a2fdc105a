import { preview } from "@plumbline/schemas/validate";
import { depthOf } from "./depth.ts";
import { refuse } from "./refuse.ts";

/** The largest accepted file, in bytes. The fuzzer's own files have a few thousand. */
export const LARGEST_FILE = 1024 * 1024;
/** The deepest accepted nesting. The fuzzer's own files have at most 7 levels. */
const DEEPEST = 64;

/**
 * Parses a stored file: UTF-8 without a byte order mark, as the fuzzer writes it, with the line ends of any system.
 *
 * @throws FailureFormatError for anything else.
 */
export function readDocument(bytes: Uint8Array, file: string): unknown {
  const whole = { file, pointer: "" };
  if (bytes.length > LARGEST_FILE) refuse(whole, `a file of at most ${LARGEST_FILE} bytes`, `${bytes.length} bytes`);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse(whole, "a text in UTF-8", "other bytes");
  }
  if (text.startsWith("\ufeff")) refuse(whole, "a text without a byte order mark", "a text that begins with it");
  const depth = depthOf(text);
  if (depth > DEEPEST) refuse(whole, `a document of at most ${DEEPEST} levels`, `${depth} levels`);
  try {
    return JSON.parse(text);
  } catch {
    return refuse(whole, "a JSON document", text === "" ? "an empty file" : preview(text, 60));
  }
}
