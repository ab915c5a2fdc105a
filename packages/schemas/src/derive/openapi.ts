import type { BoundOperation, BoundRoute, Contract } from "../bind.ts";
import { constant, object, string } from "../build.ts";
import { DIGEST_CHALLENGE } from "../errors.ts";
import { exampleOf } from "../example.ts";
import type { JsonSchema } from "../json-schema.ts";
import { TOKEN_STATUSES, tokenError } from "../resources/token.ts";
import type { InterfaceVersion } from "../versions.ts";
import { Components } from "./components.ts";

export interface OpenApiOptions {
  /** Interface versions to include; both by default. The two standalone operations are always included. */
  readonly versions?: readonly InterfaceVersion[];
  /** Path under which metrics discovery is described, since one document has one address. Default `/metrics/v1.0`. */
  readonly metricsPath?: string;
}

/** An OpenAPI 3.1 document; a plain JSON value. */
export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [member: string]: unknown;
}

/**
 * The interface as OpenAPI 3.1. Full prefixes stand in `paths` because Prism does not serve a `servers` base path, and
 * operations without a modelled result are left out. Errors are described per status with fixed members, so that a mock
 * answers with bodies whose `error` equals the status.
 */
export function openApiDocument(contract: Contract, options: OpenApiOptions = {}): OpenApiDocument {
  const versions: readonly string[] = [...(options.versions ?? ["1.0", "2"]), "standalone"];
  const components = new Components();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of contract.operations) {
    if (operation.result === undefined) continue;
    for (const route of operation.routes) {
      if (!versions.includes(route.version)) continue;
      const path = route.base === "metrics" ? (options.metricsPath ?? "/metrics/v1.0") + route.path : route.path;
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeOperation(operation, route, components) };
    }
  }
  const areas = [...new Set(contract.operations.filter((one) => one.result).map((one) => one.area))];
  return {
    openapi: "3.1.0",
    info: {
      title: "Cluster Management Administration API",
      version: versions.slice(0, -1).join(" and "),
      description: "Generated from the contract of Plumbline; members and limits are those of docs/interface.md.",
    },
    servers: [{ url: "/" }],
    tags: areas.map((name) => ({ name })),
    paths,
    components: {
      schemas: components.schemas,
      securitySchemes: {
        digest: { type: "http", scheme: "digest" },
        clientCredentials: { type: "http", scheme: "basic" },
        metrics: { type: "http", scheme: "basic" },
      },
    },
  };
}

function describeOperation(operation: BoundOperation, route: BoundRoute, components: Components): object {
  const version = route.version === "standalone" ? "" : route.version === "1.0" ? "V1" : "V2";
  return {
    operationId: operation.id + version,
    summary: operation.title,
    tags: [operation.area],
    security: [{ [operation.authentication]: [] }],
    parameters: [
      ...operation.pathParameters.map(({ name, schema }) => ({
        name,
        in: "path",
        required: true,
        schema: components.refer(schema),
      })),
      ...operation.query.map(({ name, schema }) => ({
        name,
        in: "query",
        required: false,
        schema: components.refer(schema),
      })),
    ],
    ...(operation.body && {
      requestBody: {
        required: true,
        content: {
          [operation.body.mediaType]: {
            schema: components.refer(operation.body.schema),
            example: exampleOf(operation.body.schema),
          },
        },
      },
    }),
    responses: { ...success(operation, route, components), ...errors(operation, components) },
  };
}

function success(operation: BoundOperation, route: BoundRoute, components: Components): object {
  const result = operation.result;
  if (result === undefined || result.kind === "empty" || result.kind === "not-shown") {
    return { "204": { description: "Done; the answer has no body." } };
  }
  const mediaType = route.version === "2" ? route.accept : "application/json";
  const content = { [mediaType]: { schema: components.refer(result.schema), example: exampleOf(result.schema) } };
  return { "200": { description: "Done.", content } };
}

const REASONS: Readonly<Record<number, readonly [code: string, reason: string]>> = {
  400: ["VALIDATION_ERROR", "Bad Request"],
  401: ["UNAUTHORIZED", "Unauthorized"],
  403: ["ACCESS_FORBIDDEN", "Forbidden"],
  404: ["RESOURCE_NOT_FOUND", "Not Found"],
};

function errors(operation: BoundOperation, components: Components): object {
  if (operation.authentication === "clientCredentials") return tokenErrors(components);
  return Object.fromEntries(
    Object.entries(REASONS).map(([status, [code, reason]]) => [
      status,
      {
        description: `${reason}.`,
        ...(status === "401" && { headers: challengeHeader(operation.authentication) }),
        content: { "application/json": { schema: components.refer(errorOf(Number(status), code, reason)) } },
      },
    ]),
  );
}

/** The standard error body of one status, every member fixed: a mock then answers exactly this. */
function errorOf(status: number, errorCode: string, reason: string): JsonSchema {
  return object(
    {
      detail: constant(`${reason}.`),
      error: { type: "integer", const: status },
      errorCode: constant(errorCode),
      reason: constant(reason),
    },
    {},
    { title: `Error${status}`, additionalProperties: false },
  );
}

function challengeHeader(authentication: BoundOperation["authentication"]): object {
  const { algorithm, qop, stale } = DIGEST_CHALLENGE;
  const value =
    authentication === "digest"
      ? `Digest realm="service", nonce="example", algorithm=${algorithm}, qop="${qop}", stale=${stale}`
      : 'Basic realm="metrics"';
  return { "WWW-Authenticate": { required: true, schema: constant(value) } };
}

function tokenErrors(components: Components): object {
  const failed = TOKEN_STATUSES.filter((status) => status !== 200);
  const body = { "application/json": { schema: components.refer(tokenError), example: exampleOf(tokenError) } };
  const wait = { "Retry-After": { required: true, schema: string({ examples: ["60"] }) } };
  return Object.fromEntries(
    failed.map((status) => [
      String(status),
      { description: "Refused.", content: body, ...((status === 429 || status === 503) && { headers: wait }) },
    ]),
  );
}
