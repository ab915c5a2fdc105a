/** The caller named a fault that does not exist; `nearest` is the most similar existing id. */
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
