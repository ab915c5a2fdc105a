import { type BoundOperation, type BoundRoute, type Contract, fillPath, nearest } from "@plumbline/schemas";
import type { Credential } from "../credential.ts";
import type { WireRequest } from "../wire-request.ts";
import type { CallSettings } from "./call-types.ts";
import { InvalidCallError } from "./invalid-call-error.ts";

/** The arguments of a call as plain values, for any operation. */
export interface PlainCall extends CallSettings {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The newest route, or the route of the given version. @throws InvalidCallError if there is none. */
export function routeOf(operation: BoundOperation, version: "1.0" | "2" | undefined): BoundRoute {
  const wanted = operation.routes.filter(
    (route) => version === undefined || [version, "standalone"].includes(route.version),
  );
  const route = wanted.at(-1);
  if (route !== undefined) return route;
  const offered = operation.routes.map((one) => one.version).join(", ") || "none";
  throw new InvalidCallError(operation.id, `expected one of its versions (${offered}), received ${version ?? "none"}`);
}

/** Turns a call into a request. @throws InvalidCallError if its names do not fit the declaration. */
export function composeCall(
  contract: Contract,
  operation: BoundOperation,
  { path = {}, query = {}, body, version, signal }: PlainCall,
  base: { readonly service: string; readonly metrics: string },
  credential: Credential,
): WireRequest {
  const route = routeOf(operation, version);
  checkNames(
    operation,
    "path parameter",
    Object.keys(path),
    operation.pathParameters.map(({ name }) => name),
  );
  checkNames(
    operation,
    "query parameter",
    Object.keys(query),
    route.query.map(({ name }) => name),
  );
  for (const { name } of operation.pathParameters) checkSegment(operation.id, name, path[name]);
  for (const [name, value] of Object.entries(query))
    if (!isWellFormed(String(value))) throw malformed(operation.id, `query parameter "${name}"`);
  if (body !== undefined && !route.body) throw new InvalidCallError(operation.id, "expected no body, received one");
  const text = body === undefined ? undefined : bodyText(contract, route, body);
  return {
    method: route.method,
    url: base[route.base] + fillPath(route.path, path) + queryText(query),
    headers: [
      ["accept", route.accept],
      ...(text === undefined ? [] : [["content-type", route.body?.mediaType ?? "application/json"] as const]),
    ],
    ...(text !== undefined && { body: text }),
    credential,
    operation: operation.id,
    version: route.version,
    ...(signal && { signal }),
  };
}

function checkNames(operation: BoundOperation, what: string, given: readonly string[], known: readonly string[]): void {
  const unknown = given.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const close = nearest(unknown, known);
  const hint = close === undefined ? "" : `; did you mean "${close}"?`;
  throw new InvalidCallError(
    operation.id,
    `expected ${what}s among (${known.join(", ") || "none"}), received "${unknown}"${hint}`,
  );
}

/** A path parameter must stay one segment: servers and gateways resolve "." and "..", so the call would go elsewhere. */
function checkSegment(operation: string, name: string, value: string | undefined): void {
  const what = `path parameter "${name}"`;
  if (!value) throw new InvalidCallError(operation, `expected the ${what}, received none`);
  if (value === "." || value === "..")
    throw new InvalidCallError(
      operation,
      `expected the ${what} to name a record, received "${value}", which a server reads as another path; pass the id`,
    );
  if (!isWellFormed(value)) throw malformed(operation, what);
}

/** False with half of a surrogate pair, which has no UTF-8 bytes and so no percent-encoding. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

function malformed(operation: string, what: string): InvalidCallError {
  const received = "received half of a surrogate pair; pass the whole character";
  return new InvalidCallError(operation, `expected well-formed text as the ${what}, ${received}`);
}

function queryText(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  if (pairs.length === 0) return "";
  return `?${pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join("&")}`;
}

function bodyText(contract: Contract, route: BoundRoute, body: unknown): string {
  if (route.body?.mediaType !== "application/x-www-form-urlencoded") return JSON.stringify(contract.wire(body));
  const pairs = Object.entries(body ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(pairs).toString();
}
