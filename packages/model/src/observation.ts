import type { OperationId, Role, RouteVersion } from "@plumbline/schemas";

/** Parameters by their neutral names. */
export type Values = Readonly<Record<string, string>>;

/** A request in a form that can be sent again. */
export interface Asked {
  readonly operation: OperationId;
  readonly version: RouteVersion;
  /** Every path parameter. */
  readonly path: Values;
  readonly query: Values;
  /** The role of the key, if it is not the one with all permissions. */
  readonly who?: Role;
}

/** The outcome of a request. */
export type Came =
  | { readonly kind: "done"; readonly json: unknown }
  /** Answered with a status from 400 to 499, so the service did not carry it out. */
  | { readonly kind: "refused"; readonly status: number }
  /** No answer, or one that does not say whether the service carried out the request. */
  | { readonly kind: "unknown" };

/** The parts of an exchange that the model uses. The caller has permission to read and write the records concerned. */
export interface Observation extends Asked {
  /** The exchange's id, to which contradictions refer. */
  readonly exchange: string;
  /** The request's body as JSON; `undefined` without a body. */
  readonly sent: unknown;
  readonly came: Came;
  /** Milliseconds on the service's clock. The model assumes that this clock never jumps. */
  readonly began: number;
  readonly ended: number;
}

/** The request of an observation, to send it again. */
export const askedOf = ({ operation, path, query, version, who }: Asked): Asked => ({
  operation,
  version,
  path,
  query,
  ...(who !== undefined && { who }),
});

/** Whether two requests read a record in the same way: with the same operation, version and key. */
export const isSameView = (one: Asked, other: Asked): boolean =>
  one.operation === other.operation && one.version === other.version && one.who === other.who;

/** The time of an exchange, and its id. */
export interface Moment {
  readonly exchange: string;
  readonly began: number;
  readonly ended: number;
}

/** The time and id of an observation. */
export const momentOf = ({ began, ended, exchange }: Observation): Moment => ({ began, ended, exchange });
