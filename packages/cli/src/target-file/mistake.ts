/** What is wrong at a place of a file, which a JSON pointer names. */
export interface Mistake {
  readonly pointer: string;
  readonly text: string;
}
