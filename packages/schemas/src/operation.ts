import type { JsonSchema } from "./json-schema.ts";
import type { Parameter } from "./parameters.ts";
import type { InterfaceVersion } from "./versions.ts";
import type { Role } from "./vocabulary.ts";

/** The methods that operations have; HEAD and OPTIONS belong to no operation. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Where an operation is in one interface version. */
export interface Route {
  readonly method: Method;
  /** Below the version prefix, or below the address of a standalone operation; `{name}` marks a path parameter. */
  readonly path: string;
}

/** What calling an operation can do to a target: decides which permission a check of it needs. */
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

/** What a caller may send and gets back. */
export interface Form {
  readonly query: readonly Parameter[];
  readonly body?: {
    readonly schema: JsonSchema;
    readonly mediaType: "application/json" | "application/x-www-form-urlencoded";
  };
  readonly result: Result;
}

/** The form that stands with the operation is that of the current version, and of others unless `inVersion` differs. */
export interface Operation extends Form {
  /** The number in the description; operations that share one are told apart by `part`. */
  readonly number: number;
  readonly part?: string;
  readonly title: string;
  readonly area: string;
  /** Heading of the description under which the operation stands. */
  readonly section: string;
  /** Whether method and path stand in the description or are known from public material. */
  readonly basis: "stated" | "public";
  /** The description marks the resource as under revision. */
  readonly provisional?: true;
  readonly authentication: "digest" | "clientCredentials" | "metrics";
  /** Any one of these roles is enough; "any" is any assigned role, "unstated" is left open. */
  readonly roles: readonly Role[] | "any" | "any cluster-level" | "unstated";
  readonly risk: Risk;
  readonly routes: Readonly<Partial<Record<InterfaceVersion, Route>>>;
  /** Set instead of `routes` where the path is outside the interface versions. */
  readonly standalone?: Route & { readonly base: "service" | "metrics" };
  /** The text of the operation names path parameters only: the query is that of the operations beside it. */
  readonly assumedQuery?: true;
  /** Query parameters that are only valid in each other's company. */
  readonly together?: readonly (readonly string[])[];
  /** What one version has otherwise; also for versions that only a profile serves the operation in. */
  readonly inVersion?: Readonly<Partial<Record<InterfaceVersion, Partial<Form>>>>;
}
