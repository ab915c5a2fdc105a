/** Thrown for an invalid profile; `pointer` is a JSON pointer into the profile. */
export class InvalidProfileError extends Error {
  override readonly name = "InvalidProfileError";
  readonly pointer: string;
  constructor(pointer: string, message: string) {
    super(`${pointer}: ${message}`);
    this.pointer = pointer;
  }
}
