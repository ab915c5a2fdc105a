/** The caller named a variant that does not exist; `nearest` is the most similar existing id. */
export class UnknownVariantError extends Error {
  override readonly name = "UnknownVariantError";
  readonly id: string;
  readonly nearest: string;
  constructor(id: string, nearest: string) {
    super(`expected the id of a variant, received "${id}"; did you mean "${nearest}"?`);
    this.id = id;
    this.nearest = nearest;
  }
}
