/** The owner of a record from an answer, as far as reads can tell. */
export type Ownership =
  | { readonly kind: "ours" | "gone" }
  | { readonly kind: "foreign"; readonly note: string }
  | { readonly kind: "unclear"; readonly note: string };
