const FOREIGN = /[^A-Za-z0-9+/_=\s-]/;
/** Characters that may pad the last group. */
const MOST_FILLING = 2;

/** Whether a text is base64, in either alphabet, with or without line breaks. */
export function isBase64(text: string): boolean {
  if (FOREIGN.test(text)) return false;
  const packed = /\s/.test(text) ? text.replaceAll(/\s+/g, "") : text;
  const end = packed.indexOf("=");
  const letters = end === -1 ? packed.length : end;
  const filling = packed.length - letters;
  return letters % 4 !== 1 && filling <= MOST_FILLING && /^=*$/.test(packed.slice(letters, letters + MOST_FILLING));
}
