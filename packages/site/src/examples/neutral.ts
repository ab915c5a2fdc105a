/** What stands for a host that was started for a moment. */
const HOST = /\bhttps?:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+/g;
/** Fields of a digest and tokens: of no use to anybody, and never the same. */
const PASSING = /\b(nonce|cnonce|response|opaque|username)="[^"]*"/g;

/** A token, also in a body that a fault wrote as a text. */
const TOKEN = /(access_token\W+)[\w-]{8,}/g;

/** A text without ports and without what proves who asks. */
export const neutral = (text: string): string =>
  text
    .replace(HOST, "http://127.0.0.1")
    .replace(/\b127\.0\.0\.1:\d+/g, "127.0.0.1")
    .replace(PASSING, '$1="…"')
    .replace(TOKEN, "$1***");

/**
 * A text of which only that is left which is the same in every run: ids, moments, figures and names that are made up are
 * not. Two examples are the same where this is.
 */
export const stable = (text: string): string =>
  neutral(text)
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z?/g, "MOMENT")
    .replace(/\b[0-9a-f]{24}\b/g, "ID")
    .replace(/\d+/g, "N");
