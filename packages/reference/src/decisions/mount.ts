import type { BoundOperation, OperationId, RouteVersion } from "@plumbline/schemas";

/** One operation at one path of this server. */
export interface Mount {
  readonly id: OperationId;
  /** The operation in its form of this version. */
  readonly operation: BoundOperation;
  readonly version: RouteVersion;
  readonly method: string;
  /** The whole path, with `{name}` for parameters. */
  readonly path: string;
}
