import type { StoredRecord } from "./stored-record.ts";

/** Something that happened, or will, in a project. */
export interface Happening {
  readonly groupId: string;
  readonly eventTypeName: string;
  readonly at: number;
  /** What matchers are held against, by matcher field name. */
  readonly traits: Readonly<Record<string, string>>;
}

/** What is left to do at a moment; kept like any record, so that a restarted server goes on with it. */
export interface Due extends StoredRecord {
  readonly at: number;
  readonly act: Act;
}

export type Act =
  /** `about` is the record that it will happen to: without that, it does not. */
  | { readonly kind: "happen"; readonly happening: Happening; readonly about: string }
  /** Tells the target at this place of the configuration's list. */
  | { readonly kind: "notify"; readonly alertId: string; readonly target: number }
  | { readonly kind: "close"; readonly alertId: string; readonly key: string };
