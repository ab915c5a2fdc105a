/** A name of an environment variable, in any case (POSIX.1-2024, section 8.1, allows no others in a shell). */
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const CONVENTIONAL = /^[A-Z_][A-Z0-9_]{0,63}$/;
/** A key in hexadecimal digits may begin with a letter and would then be a name. */
const KEY = /^[0-9a-f]{24,}$/i;
const LONGEST = 128;
/** Between underscores, words have few digits and keys in capitals have many letters beside them. */
const MIXED = /(?=[A-Z]*\d)[A-Z0-9]{16,}/;

/** Whether a text can be the name of a variable at all; a pasted secret mostly cannot. */
export function isVariableName(text: string): boolean {
  return NAME.test(text) && !KEY.test(text) && text.length <= LONGEST;
}

/** Whether a name is so clearly one that a message may repeat it: what is pasted in its place must not reach a log. */
export function isPlainlyName(text: string): boolean {
  return CONVENTIONAL.test(text) && isVariableName(text) && !MIXED.test(text);
}

/** Whether a text on which nothing depends could be a secret, or an address that holds one. */
export function mayBeSecret(text: string): boolean {
  return text.length > 64 || /@|:\/\/|[0-9a-f]{24}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i.test(text);
}
