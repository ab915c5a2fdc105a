/** A variant was asked for that does not exist; `nearest` is the existing id that looks most like it. */
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
