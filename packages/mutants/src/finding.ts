/** What became of a mutant. */
export type Finding =
  /** A MUST failed, or a test did: `by` is the check, or the test. */
  | { readonly kind: "killed"; readonly by: string }
  /** No MUST failed, and a SHOULD warned. */
  | { readonly kind: "warned"; readonly by: string }
  /** Nobody is accused and nothing is passed: the server is gone or does not start, or a MUST could not run. */
  | { readonly kind: "unjudged"; readonly why: string }
  /** It kept the process busy without end, so that nobody could say anything. */
  | { readonly kind: "hung" }
  /** All is green. */
  | { readonly kind: "survived" };

/** What a mutant can come to, the best noticed first. */
export const KINDS: readonly Finding["kind"][] = ["killed", "warned", "unjudged", "hung", "survived"];
