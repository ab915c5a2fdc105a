/** Where bearer tokens come from. Both throw TokenUnavailableError when there are none to be had. */
export interface TokenSource {
  /** A token that should still be valid. */
  token(): Promise<string>;
  /** Another token than `refused`, which a target answered with 401. */
  renew(refused: string): Promise<string>;
}
