import type { BoundOperation, RouteVersion } from "@plumbline/schemas";

/** An operation in one of the versions that the target serves. */
export interface Subject {
  /** As bound for that version. */
  readonly operation: BoundOperation;
  readonly version: RouteVersion;
}
