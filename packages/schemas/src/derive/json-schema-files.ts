import type { Contract } from "../bind.ts";
import { standardError } from "../errors.ts";
import type { JsonSchema } from "../json-schema.ts";
import { tokenError } from "../resources/token.ts";
import type { InterfaceVersion } from "../versions.ts";
import { Components, type Referred } from "./components.ts";
import { answerForms, toldOfAnswer, toldOfRequest } from "./told-form.ts";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/**
 * The resources of one version as self-contained JSON Schema documents by file name, and all of them together in
 * `bundle.schema.json`. The `$id` is a URN, which is only a name, so that no tool tries to fetch it.
 */
export function jsonSchemaFiles(contract: Contract, version: InterfaceVersion): Readonly<Record<string, object>> {
  const all = new Components("#/$defs/");
  for (const schema of schemasOf(contract, version)) all.refer(schema);
  // A user's profile may have any name, but a URN may not (RFC 8141, section 2).
  const profile = contract.profile.name.replace(/[^A-Za-z0-9._-]+/g, "-");
  const id = (name: string): string => `urn:plumbline:schema:${profile}:${version}:${name}`;
  const files: Record<string, object> = {};
  for (const [name, schema] of all.whole) {
    const parts = new Components("#/$defs/");
    const root = standard(parts.expand(schema));
    const kebab = kebabCase(name);
    const defs = Object.keys(parts.schemas).length > 0 ? { $defs: standardAll(parts.schemas) } : {};
    files[`${kebab}.schema.json`] = { $schema: DIALECT, $id: id(kebab), ...root, ...defs };
  }
  files["bundle.schema.json"] = {
    $schema: DIALECT,
    $id: id("bundle"),
    title: "Bundle",
    description: `Every resource of version ${version} under the profile "${contract.profile.name}".`,
    $defs: standardAll(all.schemas),
  };
  return files;
}

function schemasOf(contract: Contract, version: InterfaceVersion): readonly JsonSchema[] {
  const routes = contract.operations.flatMap(({ routes }) =>
    routes.filter((route) => route.version === version || route.version === "standalone"),
  );
  const answers = answerForms(contract);
  const ofRoutes = routes.flatMap(({ body, result }) => [
    ...(body ? [toldOfRequest(body.schema, answers)] : []),
    ...("schema" in result ? [toldOfAnswer(result.schema)] : []),
  ]);
  return [...ofRoutes, standardError, tokenError];
}

/**
 * Removes `discriminator`, a keyword of OpenAPI. The alternatives are equivalent without it, because each fixes its
 * value.
 */
function standard(schema: Referred): Referred {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      if (keyword === "discriminator") return [];
      if (keyword === "properties") return [[keyword, standardAll(value as Readonly<Record<string, Referred>>)]];
      return [[keyword, DATA.includes(keyword) ? value : standardValue(value)]];
    }),
  );
}

/** Keywords whose value is data and not a schema. */
const DATA = ["examples", "default", "const", "enum", "dependentRequired"];

function standardValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(standardValue);
  return typeof value === "object" && value !== null ? standard(value as Referred) : value;
}

const standardAll = (schemas: Readonly<Record<string, Referred>>): object =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, standard(schema)]));

const kebabCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .toLowerCase();
