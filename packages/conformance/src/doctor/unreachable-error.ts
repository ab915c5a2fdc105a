/** Thrown when nothing answers at the target's address. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
  readonly url: string;
  constructor(url: string, why: string) {
    super(`${url} cannot be reached: ${why}`);
    this.url = url;
  }
}
