/** The result of a mutant. */
export type Finding =
  /** A MUST or a test failed: `by` is the check or the test. */
  | { readonly kind: "killed"; readonly by: string }
  /** No MUST failed, but a SHOULD warned. */
  | { readonly kind: "warned"; readonly by: string }
  /** Neither failed nor passed: the server ended or does not start, or a MUST could not run. */
  | { readonly kind: "unjudged"; readonly why: string }
  /** The mutant kept the process busy without end, so there is no verdict. */
  | { readonly kind: "hung" }
  /** Everything passed. */
  | { readonly kind: "survived" };

/** The possible results of a mutant, from best to worst detection. */
export const KINDS: readonly Finding["kind"][] = ["killed", "warned", "unjudged", "hung", "survived"];
