/** Supplies bearer tokens. Both methods throw TokenUnavailableError if there is no token. */
export interface TokenSource {
  /** A token that should still be valid. */
  token(): Promise<string>;
  /** A token other than `refused`, which a target answered with 401. */
  renew(refused: string): Promise<string>;
}
