/** The result of an undo in a report. */
export type Concluded =
  /** `unseen`: the removal was accepted, and reads keep showing the record; the list at the end of the run decides. */
  | { readonly state: "removed"; readonly unseen?: true }
  /** `note` names values that a restore cannot keep in an otherwise equal state: ids that the target assigns. */
  | { readonly state: "restored"; readonly note?: string }
  | { readonly state: "left" | "stays"; readonly note: string };

/** The result of an undo; there may have been nothing to undo, or the record was not the run's own. */
export type Undone = Concluded | { readonly state: "nothing" } | { readonly state: "foreign"; readonly note: string };
