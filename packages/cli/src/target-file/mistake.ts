/** A mistake in a file; a JSON pointer names the place. */
export interface Mistake {
  readonly pointer: string;
  readonly text: string;
}
