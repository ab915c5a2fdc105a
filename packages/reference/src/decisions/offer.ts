/** What a digest caller says it used; the challenge offers MD5 and "auth" only. */
export interface Offer {
  readonly algorithm: string;
  readonly qop: string;
  readonly realm: string;
  /** Empty where the caller sent none. */
  readonly cnonce: string;
  readonly nc: string;
}
