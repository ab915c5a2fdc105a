import type { JsonSchema } from "./json-schema.ts";
import type { Parameter } from "./parameters.ts";
import type { InterfaceVersion } from "./versions.ts";
import type { Role } from "./vocabulary.ts";

/** The methods of operations; no operation has HEAD or OPTIONS. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The method and path of an operation in one interface version. */
export interface Route {
  readonly method: Method;
  /** Below the version prefix, or below the address of a standalone operation; `{name}` is a path parameter. */
  readonly path: string;
}

/** The effect of an operation on a target, which determines the permission that a check of it needs. */
export type Risk = "read" | "create" | "update" | "delete" | "costly" | "irreversible" | "quota";

/** What a successful call returns. */
export type Result =
  | { readonly kind: "record"; readonly schema: JsonSchema }
  | { readonly kind: "paged"; readonly schema: JsonSchema; readonly items: JsonSchema }
  | { readonly kind: "array"; readonly schema: JsonSchema; readonly items: JsonSchema }
  /** An object without members, or no body at all. */
  | { readonly kind: "empty" }
  /** The description does not show it. */
  | { readonly kind: "not-shown" };

/** The query, body and result of an operation. */
export interface Form {
  readonly query: readonly Parameter[];
  readonly body?: {
    readonly schema: JsonSchema;
    readonly mediaType: "application/json" | "application/x-www-form-urlencoded";
  };
  readonly result: Result;
}

/**
 * An operation of the catalogue. Its own form is that of the current version, and of the others unless `inVersion`
 * differs.
 */
export interface Operation extends Form {
  /** The number in the description; `part` distinguishes operations that share one. */
  readonly number: number;
  readonly part?: string;
  readonly title: string;
  readonly area: string;
  /** Heading of the description that contains the operation. */
  readonly section: string;
  /** Whether the description states method and path, or they are known from public material. */
  readonly basis: "stated" | "public";
  /** The description marks the resource as under revision. */
  readonly provisional?: true;
  readonly authentication: "digest" | "clientCredentials" | "metrics";
  /** Any one of these roles suffices; "any" is any assigned role, "unstated" is left open. */
  readonly roles: readonly Role[] | "any" | "any cluster-level" | "unstated";
  readonly risk: Risk;
  readonly routes: Readonly<Partial<Record<InterfaceVersion, Route>>>;
  /** Set instead of `routes` for paths outside the interface versions. */
  readonly standalone?: Route & { readonly base: "service" | "metrics" };
  /** The text of the operation names path parameters only: the query is that of neighbouring operations. */
  readonly assumedQuery?: true;
  /** Groups of query parameters that are only valid together. */
  readonly together?: readonly (readonly string[])[];
  /** The differences of a version; also for versions in which only some profiles have the operation. */
  readonly inVersion?: Readonly<Partial<Record<InterfaceVersion, Partial<Form>>>>;
}
