/**
 * A name of an environment variable, in upper or lower case (POSIX.1-2024, section 8.1, allows no others in a shell).
 */
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const CONVENTIONAL = /^[A-Z_][A-Z0-9_]{0,63}$/;
/** A key in hexadecimal digits may begin with a letter, and would then match NAME. */
const KEY = /^[0-9a-f]{24,}$/i;
const LONGEST = 128;
/**
 * A part between underscores that looks like a key in capitals: words contain few digits, and these keys mix digits
 * with many letters.
 */
const MIXED = /(?=[A-Z]*\d)[A-Z0-9]{16,}/;

/** Whether a text can be the name of a variable at all; most pasted secrets cannot. */
export function isVariableName(text: string): boolean {
  return NAME.test(text) && !KEY.test(text) && text.length <= LONGEST;
}

/**
 * Whether a text is so clearly a name that a message may repeat it: a secret pasted in its place must not reach a log.
 */
export function isPlainlyName(text: string): boolean {
  return CONVENTIONAL.test(text) && isVariableName(text) && !MIXED.test(text);
}

/** Whether a text may be a secret, or an address that contains one, and so must not be shown. */
export function mayBeSecret(text: string): boolean {
  return text.length > 64 || /@|:\/\/|[0-9a-f]{24}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i.test(text);
}
