/** The choices that a digest caller states. The challenge offers only MD5 and "auth". */
export interface Offer {
  readonly algorithm: string;
  readonly qop: string;
  readonly realm: string;
  /** Empty if the caller sent none. */
  readonly cnonce: string;
  readonly nc: string;
}
