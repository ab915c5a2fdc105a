/** Thrown when reports are not shards of one run. The message names both sides of the contradiction. */
export class MergeError extends Error {
  override readonly name = "MergeError";
}
