import type { BoundOperation, RouteVersion } from "@plumbline/schemas";

/** An operation in one of the versions that the target serves. */
export interface Subject {
  /** In the form of that version. */
  readonly operation: BoundOperation;
  readonly version: RouteVersion;
}
