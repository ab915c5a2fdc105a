import type { ProjectEvent } from "./project-event.ts";
import type { StoredRecord } from "./stored-record.ts";

/** Something to do at a moment that lies ahead; kept like any record, so that a restarted server goes on with it. */
export interface PendingAction extends StoredRecord {
  readonly at: number;
  readonly act: Action;
}

/** The work of the alerting at a due moment: let an event happen, notify a target, or close an alert. */
export type Action =
  /** An event that lies ahead; `about` is the record that it will happen to: without that, it does not. */
  | { readonly kind: "happen"; readonly happening: ProjectEvent; readonly about: string }
  /** Tells the target at this place of the configuration's list. */
  | { readonly kind: "notify"; readonly alertId: string; readonly target: number }
  | { readonly kind: "close"; readonly alertId: string; readonly key: string };
