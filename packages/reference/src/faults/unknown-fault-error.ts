/** A fault was asked for that does not exist; `nearest` is the existing id that looks most like it. */
export class UnknownFaultError extends Error {
  override readonly name = "UnknownFaultError";
  readonly id: string;
  readonly nearest: string;
  constructor(id: string, nearest: string) {
    super(`expected the id of a fault, received "${id}"; did you mean "${nearest}"?`);
    this.id = id;
    this.nearest = nearest;
  }
}
