import type { JsonSchema } from "./json-schema.ts";
import type { Operation, Result, Route } from "./operation.ts";
import { OPERATION_IDS, type OperationId, operations } from "./operations.ts";
import { PATH_PARAMETERS, type Parameter, pathParameterNames } from "./parameters.ts";
import { checkProfile } from "./profiles/check-profile.ts";
import type { Profile } from "./profiles/profile.ts";
import { fieldName, headerName, renameSchema, wireBody } from "./profiles/rename.ts";
import { acceptHeader, INTERFACE_VERSIONS, type InterfaceVersion, pathPrefix } from "./versions.ts";

/** The version of a route, or "standalone" for the two operations that are versioned separately. */
export type RouteVersion = InterfaceVersion | "standalone";

/** Where one operation is served: `path` is complete below the address that `base` names. */
export interface BoundRoute {
  readonly version: RouteVersion;
  readonly base: "service" | "metrics";
  readonly method: Route["method"];
  readonly path: string;
  readonly accept: string;
}

/** An operation as one target speaks it: routes complete, schemas in wire names. */
export interface BoundOperation extends Omit<Operation, "routes" | "standalone" | "body" | "result"> {
  readonly id: OperationId;
  readonly routes: readonly BoundRoute[];
  readonly pathParameters: readonly Parameter[];
  readonly body?: NonNullable<Operation["body"]>;
  readonly result?: Result;
}

/** The whole interface under one profile: what client, checks, documents and reference server read. */
export interface Contract {
  readonly profile: Profile;
  readonly operations: readonly BoundOperation[];
  operation(id: OperationId): BoundOperation;
  route(id: OperationId, version: RouteVersion): BoundRoute | undefined;
  /** Wire name of a body member. */
  field(neutralName: string): string;
  /** Wire name of a header. */
  header(neutralName: string): string;
  /** A body written in neutral words, as the target speaks it. */
  wire<T>(body: T): T;
}

/**
 * The contract in a target's own words.
 * @throws InvalidProfileError when the profile's names collide or a path lacks a parameter.
 */
export function bindContract(profile: Profile): Contract {
  checkProfile(profile);
  const rename = renamer(profile);
  const bound = OPERATION_IDS.map((id) => bindOperation(id, operations[id], profile, rename));
  const byId = new Map(bound.map((operation) => [operation.id, operation]));
  const operation = (id: OperationId): BoundOperation => {
    const found = byId.get(id);
    if (found === undefined) throw new Error(`the catalogue has no operation "${id}"`);
    return found;
  };
  return {
    profile,
    operations: bound,
    operation,
    route: (id, version) => operation(id).routes.find((route) => route.version === version),
    field: (name) => fieldName(profile, name),
    header: (name) => headerName(profile, name),
    wire: (body) => wireBody(profile, body),
  };
}

/** Renames each schema once, so that the same resource is the same value wherever it is used. */
function renamer(profile: Profile): (schema: JsonSchema) => JsonSchema {
  const done = new Map<JsonSchema, JsonSchema>();
  return (schema) => {
    const known = done.get(schema);
    if (known !== undefined) return known;
    const renamed = renameSchema(profile, schema);
    done.set(schema, renamed);
    return renamed;
  };
}

function bindOperation(
  id: OperationId,
  { routes: _routes, standalone: _standalone, body, result, ...rest }: Operation,
  profile: Profile,
  rename: (schema: JsonSchema) => JsonSchema,
): BoundOperation {
  const routes = bindRoutes(id, profile);
  const names = pathParameterNames(routes[0]?.path ?? "");
  return {
    ...rest,
    id,
    routes,
    pathParameters: names.map((name) => ({ name, schema: PATH_PARAMETERS[name] ?? { type: "string" } })),
    ...(body && { body: { ...body, schema: rename(body.schema) } }),
    ...(result && { result: bindResult(result, rename) }),
  };
}

function bindRoutes(id: OperationId, profile: Profile): BoundRoute[] {
  const { routes, standalone } = operations[id];
  if (standalone) {
    const path = profile.standalonePaths[id] ?? standalone.path;
    return [
      { version: "standalone", base: standalone.base, method: standalone.method, path, accept: "application/json" },
    ];
  }
  return INTERFACE_VERSIONS.flatMap((version): BoundRoute[] => {
    const override = profile.routes[id]?.[version];
    const route = override === undefined ? routes[version] : override;
    if (!route) return [];
    const path = pathPrefix(version, profile.product) + route.path;
    return [{ version, base: "service", method: route.method, path, accept: acceptHeader(version, profile.product) }];
  });
}

function bindResult(result: Result, rename: (schema: JsonSchema) => JsonSchema): Result {
  switch (result.kind) {
    case "record":
      return { kind: "record", schema: rename(result.schema) };
    case "paged":
    case "array":
      return { ...result, schema: rename(result.schema), items: rename(result.items) };
    case "empty":
    case "not-shown":
      return result;
  }
}
