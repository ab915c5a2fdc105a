import type { BoundOperation, BoundRoute, Contract } from "../bind.ts";
import { exampleOf } from "../example.ts";
import { INTERFACE_VERSIONS, type InterfaceVersion } from "../versions.ts";
import { Components } from "./components.ts";
import { describeParameters } from "./parameters.ts";
import { responses } from "./responses.ts";
import { securityOf, securitySchemes } from "./security.ts";
import { type AnswerForms, answerForms, toldOfRequest } from "./told-form.ts";
import { riskWords, TAG_WORDS } from "./words.ts";

/** Options of an exported OpenAPI document. */
export interface OpenApiOptions {
  /** Interface versions to include; both by default. The two standalone operations are always included. */
  readonly versions?: readonly InterfaceVersion[];
  /** Path of metrics discovery in the document, since one document has one address. Default `/metrics/v1.0`. */
  readonly metricsPath?: string;
}

/** An OpenAPI 3.1 document; a plain JSON value. */
export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly contact: { readonly name: string };
    readonly license: { readonly name: string; readonly url: string };
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [member: string]: unknown;
}

/**
 * The interface as OpenAPI 3.1. `paths` contains full prefixes, because Prism does not serve a `servers` base path.
 * Errors are described per status with an example each, so that the `error` in a mock's bodies equals the status.
 */
export function openApiDocument(contract: Contract, options: OpenApiOptions = {}): OpenApiDocument {
  const own = options.versions ?? INTERFACE_VERSIONS;
  const versions: readonly string[] = [...own, "standalone"];
  const components = new Components();
  const answers = answerForms(contract);
  const paths: Record<string, Record<string, unknown>> = {};
  const areas = new Set<string>();
  for (const operation of contract.operations) {
    for (const route of operation.routes) {
      if (!versions.includes(route.version)) continue;
      const path = route.base === "metrics" ? (options.metricsPath ?? "/metrics/v1.0") + route.path : route.path;
      paths[path] = {
        ...paths[path],
        [route.method.toLowerCase()]: describeOperation(operation, route, components, answers),
      };
      areas.add(operation.area);
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Cluster Management Administration API",
      version: own.join(" and "),
      description: `Operations, resources and limits of the interface in the words of the profile "${contract.profile.name}", generated from the contract of Plumbline.`,
      contact: { name: "Plumbline" },
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
    },
    servers: [{ url: "/", description: "The service; metrics discovery may stand at another address." }],
    tags: [...areas].map((name) => ({ name, description: TAG_WORDS[name] ?? name })),
    paths,
    components: { schemas: components.schemas, ...components.shared, securitySchemes: securitySchemes(contract) },
  };
}

function describeOperation(
  operation: BoundOperation,
  route: BoundRoute,
  components: Components,
  answers: AnswerForms,
): object {
  const version = route.version === "standalone" ? "" : route.version === "1.0" ? "V1" : "V2";
  const { body } = route;
  return {
    operationId: operation.id + version,
    summary: operation.title,
    description: operationWords(operation),
    tags: [operation.area],
    security: securityOf(operation.authentication),
    parameters: describeParameters(operation, route, components),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          [body.mediaType]: {
            schema: components.refer(toldOfRequest(body.schema, answers)),
            example: exampleOf(body.schema),
          },
        },
      },
    }),
    responses: responses(operation, route, components),
    ...(operation.provisional && { "x-provisional": true }),
  };
}

function operationWords({ roles, risk, basis, provisional, together, section }: BoundOperation): string {
  return [
    riskWords(risk),
    rolesWords(roles),
    ...(together ?? []).map((names) => `\`${names.join("` and `")}\` are valid only together.`),
    ...(basis === "public" ? ["Method and path are those of the public interface."] : []),
    ...(provisional ? ["Under revision."] : []),
    `See "${section}".`,
  ].join(" ");
}

function rolesWords(roles: BoundOperation["roles"]): string {
  switch (roles) {
    case "any":
      return "Any assigned role is enough.";
    case "any cluster-level":
      return "Any role at cluster level is enough.";
    case "unstated":
      return "The role that it needs is not stated.";
    default:
      return roles.length === 1 ? `Needs the role ${roles[0]}.` : `Needs one of the roles ${roles.join(", ")}.`;
  }
}
