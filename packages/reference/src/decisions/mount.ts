import type { BoundOperation, OperationId, RouteVersion } from "@plumbline/schemas";

/** One operation at one place of this server. */
export interface Mount {
  readonly id: OperationId;
  /** In the form of this version. */
  readonly operation: BoundOperation;
  readonly version: RouteVersion;
  readonly method: string;
  /** The whole path, with `{name}` for parameters. */
  readonly path: string;
}
