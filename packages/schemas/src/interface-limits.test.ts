import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonSchema } from "./json-schema.ts";
import { LIMITS } from "./limits.ts";
import { isOperationId, operations } from "./operations.ts";
import { PATH_PARAMETERS } from "./parameters.ts";

/*
 * Compares the table in docs/interface/limits.md with the keywords of the schemas. A row whose operation has no
 * resource yet is skipped; every other row must find its member with exactly its figures.
 */
interface Row {
  readonly name: string;
  readonly operation: string;
  readonly place: string;
  readonly figures: Readonly<Record<string, unknown>>;
}

const markdown = readFileSync(join(import.meta.dirname, "../../../docs/interface/limits.md"), "utf8");
const table = /<!-- limits: begin -->\n([\s\S]*?)<!-- limits: end -->/.exec(markdown)?.[1] ?? "";

const rows: readonly Row[] = table
  .trim()
  .split("\n")
  .slice(2)
  .map((line) => {
    const [name = "", operation = "", place = "", , figures = ""] = line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replace(/^`|`$/g, "").replaceAll("\\|", "|"));
    return { name, operation, place, figures: JSON.parse(figures) };
  });

/** A schema and all schemas that it combines, any of which may contain a member or a keyword. */
function faces(schema: JsonSchema): readonly JsonSchema[] {
  const { allOf = [], anyOf = [], oneOf = [], then, else: otherwise } = schema;
  const inner = [...allOf, ...anyOf, ...oneOf, ...(then ? [then] : []), ...(otherwise ? [otherwise] : [])];
  return [schema, ...inner.flatMap(faces)];
}

function inside(schema: JsonSchema, name: string): readonly JsonSchema[] {
  return faces(schema).flatMap(({ properties, items, additionalProperties }) => {
    const values = typeof additionalProperties === "object" ? additionalProperties : undefined;
    return (name === "*" ? [items, values] : [properties?.[name]]).filter((one) => one !== undefined);
  });
}

/** Members that every alternative requires. */
function needed({ required = [], allOf = [], anyOf, oneOf }: JsonSchema): readonly string[] {
  const common = [anyOf, oneOf].flatMap((alternatives) => {
    const [first = [], ...others] = (alternatives ?? []).map(needed);
    return first.filter((name) => others.every((other) => other.includes(name)));
  });
  return [...required, ...allOf.flatMap(needed), ...common];
}

/** The schemas of a row's member; `undefined` while the operation has no resource. */
function found({ operation, place }: Row): readonly JsonSchema[] | undefined {
  if (!isOperationId(operation)) throw new Error(`${operation} is no operation: mend the row of ${place}`);
  const { query, body, result, routes, standalone } = operations[operation];
  const [where = "", ...names] = place.split("/");
  const walk = (schema: JsonSchema | undefined): readonly JsonSchema[] =>
    names.reduce<readonly JsonSchema[]>(
      (schemas, name) => schemas.flatMap((one) => inside(one, name)),
      schema ? [schema] : [],
    );
  switch (where) {
    case "query":
      return query.filter(({ name }) => name === names[0]).map(({ schema }) => schema);
    case "path": {
      const path = standalone?.path ?? Object.values(routes)[0]?.path ?? "";
      const schema = path.includes(`{${names[0]}}`) ? PATH_PARAMETERS[names[0] ?? ""] : undefined;
      return schema ? [schema] : [];
    }
    case "body":
      return result === undefined && body === undefined ? undefined : walk(body?.schema);
    case "answer":
      if (result === undefined) return undefined;
      if (result.kind === "record") return walk(result.schema);
      return result.kind === "paged" || result.kind === "array" ? walk(result.items) : [];
    default:
      throw new Error(`${place}: expected query, path, body or answer, received ${where}; mend the row`);
  }
}

/** The differences between the figures of a row and the schemas, in words. */
function disagreements(row: Row, schemas: readonly JsonSchema[]): readonly string[] {
  const where = `${row.operation} ${row.place}`;
  if (schemas.length === 0) return [`${where}: no such member in the schemas`];
  return Object.entries(row.figures).flatMap(([keyword, figure]) => {
    if (keyword === "required") {
      const missing = (figure as readonly string[]).filter(
        (name) => !schemas.every((one) => needed(one).includes(name)),
      );
      return missing.length > 0 ? [`${where}: ${missing.join(", ")} not required`] : [];
    }
    const said = schemas.flatMap((schema) =>
      faces(schema)
        .map((face) => (face as Readonly<Record<string, unknown>>)[keyword])
        .filter((value) => value !== undefined),
    );
    const agrees = said.length > 0 && said.every((value) => JSON.stringify(value) === JSON.stringify(figure));
    return agrees
      ? []
      : [`${where}: ${keyword} is ${JSON.stringify(figure)} in the table, ${JSON.stringify(said)} in the schemas`];
  });
}

const inSchemas = rows.filter(({ place }) => place !== "rule");
const compared = inSchemas.filter((row) => found(row) !== undefined);

describe("docs/interface/limits.md", () => {
  it("has rows to compare", () => {
    expect(rows.length).toBeGreaterThan(80);
    expect(compared.length).toBeGreaterThan(35);
    for (const { figures } of rows) expect(Object.keys(figures).length).toBeGreaterThan(0);
  });

  it.each(compared.map((row) => [`${row.operation} ${row.place}`, row] as const))(
    "agrees with the schemas: %s",
    (_name, row) => {
      expect(disagreements(row, found(row) ?? [])).toEqual([]);
    },
  );

  it.each(Object.entries(LIMITS))("contains the limit %s of the code", (_name, limit) => {
    expect(rows.map(({ figures }) => figures)).toContainEqual(expect.objectContaining(limit));
  });

  it("disagreements() reports a wrong figure, a missing one, a missing member and a member that is not required", () => {
    const row = (figures: Row["figures"]): Row => ({ name: "x", operation: "o", place: "body/x", figures });
    const schema: JsonSchema = { anyOf: [{ type: "integer", minimum: 1 }], required: ["a"] };
    expect(disagreements(row({ minimum: 1, required: ["a"] }), [schema])).toEqual([]);
    expect(disagreements(row({ minimum: 0 }), [schema])).toEqual([
      "o body/x: minimum is 0 in the table, [1] in the schemas",
    ]);
    expect(disagreements(row({ maximum: 9 }), [schema])).toHaveLength(1);
    expect(disagreements(row({ minimum: 1 }), [])).toEqual(["o body/x: no such member in the schemas"]);
    expect(disagreements(row({ required: ["a", "b"] }), [schema])).toEqual(["o body/x: b not required"]);
  });
});
