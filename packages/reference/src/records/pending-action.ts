import type { ProjectEvent } from "./project-event.ts";
import type { StoredRecord } from "./stored-record.ts";

/** An action for a future time. It is stored like any record, so that a restarted server continues with it. */
export interface PendingAction extends StoredRecord {
  readonly at: number;
  readonly act: Action;
}

/** The work of the alerting when an action is due: raise an event, notify a target, or close an alert. */
export type Action =
  /** A future event; `about` is the record that it concerns. Without that record, the event does not happen. */
  | { readonly kind: "happen"; readonly happening: ProjectEvent; readonly about: string }
  /** Notifies the target at this index of the configuration's list. */
  | { readonly kind: "notify"; readonly alertId: string; readonly target: number }
  | { readonly kind: "close"; readonly alertId: string; readonly key: string };
