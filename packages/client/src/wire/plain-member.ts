import { signOf } from "./name-signs.ts";

/** Signs of the names that need a full read: the listed ones, and those that the object already has. */
export interface CountedNames {
  readonly listed: Uint8Array;
  readonly present: ReadonlySet<number>;
  /** The most bytes of a name; of a longer name only the beginning counts. */
  readonly longest: number;
}

const [QUOTE, COMMA, COLON, BACKSLASH, CLOSE] = [0x22, 0x2c, 0x3a, 0x5c, 0x7d];
const [MINUS, ZERO, NINE] = [0x2d, 0x30, 0x39];

/**
 * The index after the value of the member that begins at `at`, without creating the value. -1 if the member needs a
 * full read: its name may count (without `counted` no name does), it has an escape, a malformed part or white space, or
 * its value is neither a string nor a whole number. Large bodies of a hostile target consist of the other members: this
 * function skips 100,000 of them in the time that keeping a hundred takes.
 */
export function plainMemberEnd(bytes: Uint8Array, at: number, counted: CountedNames | undefined): number {
  const nameEnd = plainTextEnd(bytes, at);
  if (nameEnd === -1 || bytes[nameEnd] !== COLON) return -1;
  if (counted !== undefined) {
    const length = nameEnd - at - 2;
    if (length === 0 || length > counted.longest) return -1;
    const sign = signOf(length, bytes[at + 1] ?? 0, bytes[nameEnd - 2] ?? 0);
    if (counted.listed[sign] === 1 || counted.present.has(sign)) return -1;
  }
  const begin = nameEnd + 1;
  const end = bytes[begin] === QUOTE ? plainTextEnd(bytes, begin) : wholeNumberEnd(bytes, begin);
  return end !== -1 && (bytes[end] === COMMA || bytes[end] === CLOSE) ? end : -1;
}

/** The index after the closing quote of a string without escapes and malformed parts; -1 if there is none. */
function plainTextEnd(bytes: Uint8Array, begin: number): number {
  if (bytes[begin] !== QUOTE) return -1;
  for (let at = begin + 1; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH || byte < 0x20) return -1;
  }
  return -1;
}

/** The index after the last digit of a whole number; -1 if there is none. */
function wholeNumberEnd(bytes: Uint8Array, begin: number): number {
  const first = bytes[begin] === MINUS ? begin + 1 : begin;
  let at = first;
  for (let byte = bytes[at] ?? 0; byte >= ZERO && byte <= NINE; byte = bytes[at] ?? 0) at += 1;
  return at === first || (bytes[first] === ZERO && at > first + 1) ? -1 : at;
}
