import { array, integer, object } from "../build.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { Method, Operation, Result, Risk, Route } from "../operation.ts";
import type { InterfaceVersion } from "../versions.ts";

type Routes = Readonly<Partial<Record<InterfaceVersion, Route>>>;

/** A route that is the same in both interface versions. */
export const both = (method: Method, path: string): Routes => ({ "1.0": { method, path }, "2": { method, path } });

/** A route of version 1.0 only. */
export const version1 = (method: Method, path: string): Routes => ({ "1.0": { method, path } });

/** A route of version 2 only. */
export const version2 = (method: Method, path: string): Routes => ({ "2": { method, path } });

/** Members that most operations of an area share; each operation states the others. */
type Shared = "area" | "section" | "authentication" | "basis" | "query" | "risk";
type Stated = Omit<Operation, Shared> & Partial<Pick<Operation, Shared>>;
/**
 * Returns a function that defines the operations of one area: digest, public path, no query and read-only unless an
 * operation says otherwise. The type preserves the risk, so that the compiler can check tables of writes for
 * completeness.
 */
export const area =
  (name: string, section: string, more: Partial<Operation> = {}) =>
  <const R extends Risk = "read">(stated: Stated & { readonly risk?: R }): Operation & { readonly risk: R } => {
    const whole = {
      area: name,
      section: `Endpoints > ${section}`,
      authentication: "digest",
      basis: "public",
      query: [],
      ...more,
      ...stated,
    } as const;
    return { ...whole, risk: (stated.risk ?? "read") as R };
  };

/** A result that is one record. */
export const record = (schema: JsonSchema): Result => ({ kind: "record", schema });

/** A result that is a plain array of records. */
export const list = (items: JsonSchema): Result => ({ kind: "array", schema: array(items), items });

/** A result that is a page of records; `totalCount` is absent when the caller asks for that. */
export const paged = (items: JsonSchema): Result => ({
  kind: "paged",
  items,
  schema: object(
    { results: array(items) },
    { totalCount: integer({ minimum: 0, examples: [1] }) },
    {
      title: `Paged${items.title ?? "List"}`,
    },
  ),
});
