import { isUtf8 } from "node:buffer";

/** No resource nests deeper than ten; a hundred leaves room and keeps the stack safe. */
const DEEPEST = 100;

/** The parsed value, or the sentence about the flaw for the refusal. */
export type JsonReading =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "malformed"; readonly detail: string };

const malformed = (detail: string): JsonReading => ({ kind: "malformed", detail });

/**
 * Reads a JSON text (RFC 8259) strictly: UTF-8 without a byte order mark, no repeated member name in an object, bounded
 * nesting. The refusal omits the parser's own message, because that quotes the body.
 */
export function readJson(bytes: Uint8Array): JsonReading {
  if (!isUtf8(bytes)) return malformed("The body is not valid UTF-8.");
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
  let value: unknown;
  try {
    // A byte order mark is not part of a JSON text, and the parser refuses it.
    value = JSON.parse(text);
  } catch {
    return malformed("The body is not valid JSON.");
  }
  const flaw = inspect(text);
  return flaw === undefined ? { kind: "value", value } : malformed(flaw);
}

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Finds flaws that the parser accepts, in one pass by hand: an expression for strings takes quadratic time on some
 * texts.
 */
function inspect(text: string): string | undefined {
  /** The names seen in each enclosing object; `undefined` for an array. */
  const enclosing: (Set<string> | undefined)[] = [];
  let [start, end] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        start = at;
        end = endOfString(text, at);
        at = end;
        break;
      case OPEN_OBJECT:
      case OPEN_ARRAY:
        enclosing.push(text.charCodeAt(at) === OPEN_OBJECT ? new Set() : undefined);
        if (enclosing.length > DEEPEST) return `The body nests deeper than ${DEEPEST} levels.`;
        break;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        enclosing.pop();
        break;
      case COLON: {
        const name = nameAt(text, start, end);
        if (enclosing.at(-1)?.has(name)) return "An object in the body names a member twice.";
        enclosing.at(-1)?.add(name);
        break;
      }
    }
  }
  return undefined;
}

/** A name with its escapes resolved; few names have any. */
function nameAt(text: string, start: number, end: number): string {
  const name = text.slice(start + 1, end);
  return name.includes("\\") ? String(JSON.parse(`"${name}"`)) : name;
}

/**
 * The next quote after an even number of backslashes. Runs of backslashes do not overlap, so all calls together are
 * linear.
 */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
  return text.length;
}
