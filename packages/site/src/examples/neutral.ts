/** The address of a temporary server. */
const HOST = /\bhttps?:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+/g;
/** Fields of digest authentication, which differ each time and are useless to readers. */
const PASSING = /\b(nonce|cnonce|response|opaque|username)="[^"]*"/g;

/** A token, also in a body that a fault serialised as a text. */
const TOKEN = /(access_token\W+)[\w-]{8,}/g;

/** A text without ports and credentials. */
export const neutral = (text: string): string =>
  text
    .replace(HOST, "http://127.0.0.1")
    .replace(/\b127\.0\.0\.1:\d+/g, "127.0.0.1")
    .replace(PASSING, '$1="…"')
    .replace(TOKEN, "$1***");

/**
 * Reduces a text to what is the same in every run: replaces ids, moments, figures and generated names. Two examples
 * count as equal if the results are equal.
 */
export const stable = (text: string): string =>
  neutral(text)
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z?/g, "MOMENT")
    .replace(/\b[0-9a-f]{24}\b/g, "ID")
    .replace(/\d+/g, "N");
