/*
 * Converts a document or schema to keywords that every tool knows. `x-` members are annotations, so the result accepts
 * the same values; strict tools treat unknown keywords as mistakes. Known values of an open set become examples.
 */

import { withSpeltStatuses } from "./spelt-statuses.ts";
import { withNullable } from "./with-nullable.ts";

type Members = Readonly<Record<string, unknown>>;

/** Keywords whose value is data. */
const DATA = ["example", "examples", "default", "const", "enum"];
/** Objects whose member names are chosen by the author of the document and are not keywords. */
const NAMED = ["properties", "$defs", "schemas", "parameters", "responses", "headers", "paths", "content"];

/**
 * An exported OpenAPI document or JSON Schema file without `x-` members. The schemas of 3.1 then contain only keywords
 * of JSON Schema 2020-12: `discriminator` is removed too, since alternatives fix the value that distinguishes them.
 * Client generators write code that does not compile for ranges of statuses, and for null as an alternative in 3.0, so
 * both are written out.
 */
export function plain<T extends object>(document: T): T {
  const dialect: Dialect = "openapi" in document && String(document.openapi).startsWith("3.0") ? "3.0" : "2020-12";
  const bare = plainMembers(document as unknown as Members, dialect);
  if (!("openapi" in bare)) return bare as unknown as T;
  const spelt = withSpeltStatuses(bare);
  return (dialect === "3.0" ? withNullable(spelt) : spelt) as unknown as T;
}

type Dialect = "3.0" | "2020-12";

function plainMembers(members: Members, dialect: Dialect): Members {
  const { "x-known-values": known, ...rest } = members;
  const kept = Object.entries(rest)
    .filter(([name]) => !name.startsWith("x-") && (name !== "discriminator" || dialect === "3.0"))
    .map(([name, value]) => [name, plainMember(name, value, dialect)] as const)
    .filter(([name, value]) => name !== "allOf" || !Array.isArray(value) || value.length > 0);
  return {
    ...Object.fromEntries(kept),
    ...(Array.isArray(known) && dialect === "2020-12" && { examples: together(members["examples"], known) }),
  };
}

function plainMember(name: string, value: unknown, dialect: Dialect): unknown {
  if (DATA.includes(name)) return value;
  // Rules that 3.0 cannot express are removed completely.
  if (name === "allOf" && Array.isArray(value))
    return value.map((one) => plainValue(one, dialect)).filter(saysSomething);
  if (!NAMED.includes(name) || Array.isArray(value)) return plainValue(value, dialect);
  return mapValues(value as Members, (inner) => plainValue(inner, dialect));
}

function plainValue(value: unknown, dialect: Dialect): unknown {
  if (Array.isArray(value)) return value.map((one) => plainValue(one, dialect));
  return typeof value === "object" && value !== null ? plainMembers(value as Members, dialect) : value;
}

const saysSomething = (schema: unknown): boolean => Object.keys(Object(schema)).length > 0;

const together = (examples: unknown, known: readonly unknown[]): readonly unknown[] => [
  ...new Set([...(Array.isArray(examples) ? examples : []), ...known]),
];

const mapValues = (members: Members, change: (value: unknown) => unknown): Members =>
  Object.fromEntries(Object.entries(members).map(([name, inner]) => [name, change(inner)]));
