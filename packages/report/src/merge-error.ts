/** Reports that are not shards of one run; the message names both sides of the contradiction. */
export class MergeError extends Error {
  override readonly name = "MergeError";
}
