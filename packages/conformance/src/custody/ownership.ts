/** Whose a record is that an answer named: as far as reading it tells. */
export type Ownership =
  | { readonly kind: "ours" | "gone" }
  | { readonly kind: "foreign"; readonly note: string }
  | { readonly kind: "unclear"; readonly note: string };
