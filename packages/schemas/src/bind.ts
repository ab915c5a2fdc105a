import type { JsonSchema } from "./json-schema.ts";
import type { Form, Operation, Result, Route } from "./operation.ts";
import { OPERATION_IDS, type OperationId, operations } from "./operations.ts";
import { PATH_PARAMETERS, type Parameter, pathParameterNames } from "./parameters.ts";
import { checkProfile } from "./profiles/check-profile.ts";
import type { Profile } from "./profiles/profile.ts";
import { fieldName, headerName, renameSchema, wireBody } from "./profiles/rename.ts";
import { acceptHeader, INTERFACE_VERSIONS, type InterfaceVersion, pathPrefix } from "./versions.ts";

/** The version of a route, or "standalone" for the two operations that are versioned separately. */
export type RouteVersion = InterfaceVersion | "standalone";

/**
 * The path of one operation in one version, and its form there: `path` is complete below the address that `base` names.
 */
export interface BoundRoute extends Form {
  readonly version: RouteVersion;
  readonly base: "service" | "metrics";
  readonly method: Route["method"];
  readonly path: string;
  readonly accept: string;
}

/**
 * An operation in the names of one target, with complete routes and schemas in wire names. Its own query, body and
 * result are the general ones; the route has those of a version.
 */
export interface BoundOperation extends Omit<Operation, "routes" | "standalone" | "inVersion"> {
  readonly id: OperationId;
  readonly routes: readonly BoundRoute[];
  readonly pathParameters: readonly Parameter[];
}

/** The whole interface under one profile, which client, checks, documents and reference server use. */
export interface Contract {
  readonly profile: Profile;
  readonly operations: readonly BoundOperation[];
  /**
   * An operation in its general form, or in the form of a version, with query, body and result of its route there. If
   * the version lacks the operation, the general form is returned.
   */
  operation(id: OperationId, version?: RouteVersion): BoundOperation;
  route(id: OperationId, version: RouteVersion): BoundRoute | undefined;
  /** Wire name of a body member. */
  field(neutralName: string): string;
  /** Wire name of a header. */
  header(neutralName: string): string;
  /** Converts a body from neutral names to those of the target. */
  wire<T>(body: T): T;
}

/** Contracts by the profile that they are bound to. Binding takes as long as starting a server does otherwise. */
const bound = new WeakMap<Profile, Contract>();

/**
 * Binds the contract to a target's names. The same profile object gives the same contract.
 * @throws InvalidProfileError when the profile's names collide or a path lacks a parameter.
 */
export function bindContract(profile: Profile): Contract {
  const known = bound.get(profile);
  if (known !== undefined) return known;
  checkProfile(profile);
  const contract = bindAll(profile);
  bound.set(profile, contract);
  return contract;
}

function bindAll(profile: Profile): Contract {
  const rename = renamer(profile);
  const all = OPERATION_IDS.map((id) => bindOperation(id, operations[id], profile, rename));
  const byId = new Map(all.map((operation) => [operation.id, { general: operation, in: perVersion(operation) }]));
  const operation = (id: OperationId, version?: RouteVersion): BoundOperation => {
    const found = byId.get(id);
    if (found === undefined) throw new Error(`the catalogue has no operation "${id}"`);
    return (version && found.in.get(version)) ?? found.general;
  };
  return {
    profile,
    operations: all,
    operation,
    route: (id, version) => operation(id).routes.find((route) => route.version === version),
    field: (name) => fieldName(profile, name),
    header: (name) => headerName(profile, name),
    wire: (body) => wireBody(profile, body),
  };
}

/** Renames each schema once, so that the same resource is the same object everywhere. */
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
  { routes: _routes, standalone: _standalone, inVersion, query, body, result, ...rest }: Operation,
  profile: Profile,
  rename: (schema: JsonSchema) => JsonSchema,
): BoundOperation {
  const general = bindForm({ query, ...(body && { body }), result }, rename);
  const formIn = (version: RouteVersion): Form => {
    const own = version === "standalone" ? undefined : inVersion?.[version];
    return own === undefined ? general : { ...general, ...bindForm(own, rename) };
  };
  const routes = bindPlaces(id, profile).map((place): BoundRoute => ({ ...place, ...formIn(place.version) }));
  const names = pathParameterNames(routes[0]?.path ?? "");
  return {
    ...rest,
    ...general,
    id,
    routes,
    pathParameters: names.map((name) => ({ name, schema: PATH_PARAMETERS[name] ?? { type: "string" } })),
  };
}

function bindForm<F extends Partial<Form>>(form: F, rename: (schema: JsonSchema) => JsonSchema): F {
  const { body, result } = form;
  return {
    ...form,
    ...(body && { body: { ...body, schema: rename(body.schema) } }),
    ...(result && { result: bindResult(result, rename) }),
  };
}

function bindPlaces(id: OperationId, profile: Profile): Omit<BoundRoute, keyof Form>[] {
  const { routes, standalone } = operations[id];
  if (standalone) {
    const own = profile.standalonePaths[id];
    if (own === null) return [];
    const path = own ?? standalone.path;
    return [
      { version: "standalone", base: standalone.base, method: standalone.method, path, accept: "application/json" },
    ];
  }
  return INTERFACE_VERSIONS.flatMap((version): Omit<BoundRoute, keyof Form>[] => {
    const override = profile.routes[id]?.[version];
    const route = override === undefined ? routes[version] : override;
    if (!route) return [];
    const path = pathPrefix(version, profile.product) + route.path;
    const accept = acceptHeader(version, profile.product, profile.acceptDate);
    return [{ version, base: "service", method: route.method, path, accept }];
  });
}

/** The operation in the form of each route; the operation itself if a route does not differ. */
function perVersion(operation: BoundOperation): ReadonlyMap<RouteVersion, BoundOperation> {
  const { body: _body, result: _result, ...rest } = operation;
  return new Map(
    operation.routes.map(({ version, query, body, result }) => {
      const same = query === operation.query && body === operation.body && result === operation.result;
      return [version, same ? operation : { ...rest, query, ...(body && { body }), ...(result && { result }) }];
    }),
  );
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
