import type { OperationId, Role, RouteVersion } from "@plumbline/schemas";

/** Parameters by their neutral names. */
export type Values = Readonly<Record<string, string>>;

/** A request that can be sent again as it was. */
export interface Asked {
  readonly operation: OperationId;
  readonly version: RouteVersion;
  /** Every path parameter. */
  readonly path: Values;
  readonly query: Values;
  /** The role of the key, where it is not the one that may do everything. */
  readonly who?: Role;
}

/** What became of a request. */
export type Came =
  | { readonly kind: "done"; readonly json: unknown }
  /** Answered with a status from 400 to 499, so that nothing was carried out. */
  | { readonly kind: "refused"; readonly status: number }
  /** No answer, or one that leaves open whether the request was carried out. */
  | { readonly kind: "unknown" };

/** One exchange of a caller who may read and write what it is about, as far as the model looks at it. */
export interface Observation extends Asked {
  /** The exchange's id: contradictions refer to it. */
  readonly exchange: string;
  /** What the request's body is as JSON; `undefined` without one. */
  readonly sent: unknown;
  readonly came: Came;
  /** Milliseconds on the service's clock, which is taken never to step. */
  readonly began: number;
  readonly ended: number;
}

/** An exchange as the request that can be sent again. */
export const askedOf = ({ operation, path, query, version, who }: Asked): Asked => ({
  operation,
  version,
  path,
  query,
  ...(who !== undefined && { who }),
});

/** Whether two requests look at a record in the same way: by one operation and version, and with one key. */
export const isSameView = (one: Asked, other: Asked): boolean =>
  one.operation === other.operation && one.version === other.version && one.who === other.who;

/** When something was seen or done, and by which exchange. */
export interface Moment {
  readonly exchange: string;
  readonly began: number;
  readonly ended: number;
}

/** When an exchange was, and its id. */
export const momentOf = ({ began, ended, exchange }: Observation): Moment => ({ began, ended, exchange });
