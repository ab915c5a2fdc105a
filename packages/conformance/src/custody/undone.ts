/** What a report says of one thing. */
export type Concluded =
  /** `unseen`: its removal was accepted, and a read goes on showing it; the list says at the end whether it is gone. */
  | { readonly state: "removed"; readonly unseen?: true }
  /** `note` names what could not stay as it was in a state that is the same otherwise: ids that the target gives. */
  | { readonly state: "restored"; readonly note?: string }
  | { readonly state: "left" | "stays"; readonly note: string };

/** What came of undoing one thing; there may have been nothing, or nothing of the run's own. */
export type Undone = Concluded | { readonly state: "nothing" } | { readonly state: "foreign"; readonly note: string };
