import type { OpenApiDocument } from "./openapi.ts";
import { schemaTo30 } from "./schema-to-30.ts";

/** An OpenAPI 3.0 document; a plain JSON value. */
export type OpenApi30Document = Omit<OpenApiDocument, "openapi"> & { readonly openapi: "3.0.3" };

/**
 * Converts a document to OpenAPI 3.0.3, for tools that do not read 3.1. Rules that 3.0 cannot express become `x-`
 * members.
 */
export function toOpenApi30(document: OpenApiDocument): OpenApi30Document {
  const { components, paths } = document;
  const { schemas, ...others } = components as { readonly schemas: Readonly<Record<string, unknown>> };
  return {
    ...document,
    openapi: "3.0.3",
    paths: convertHolders(paths) as OpenApiDocument["paths"],
    components: { ...(convertHolders(others) as object), schemas: mapValues(schemas, schemaTo30) },
  };
}

/** Converts every `schema` of parameters, headers and contents; examples are data and stay unchanged. */
function convertHolders(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convertHolders);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name === "schema") return [name, schemaTo30(inner)];
      return [name, name === "example" ? inner : convertHolders(inner)];
    }),
  );
}

const mapValues = (record: Readonly<Record<string, unknown>>, change: (value: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
