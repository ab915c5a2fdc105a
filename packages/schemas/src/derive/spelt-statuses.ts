import { SUCCESSES } from "../successes.ts";

type Members = Readonly<Record<string, unknown>>;

/** Usual success statuses; the last one only for answers without a described body. */
const USUAL = ["200", "201", "202"] as const;
const EMPTY = "204";

/** An OpenAPI document in which operations list each usual success status in place of the range. */
export function withSpeltStatuses(document: Members): Members {
  return { ...document, paths: mapMembers(document["paths"], (item) => mapMembers(item, spelt)) };
}

function spelt(operation: unknown): unknown {
  if (!isMembers(operation) || !isMembers(operation["responses"])) return operation;
  const { [SUCCESSES]: any, ...stated } = operation["responses"];
  if (any === undefined) return operation;
  const statuses = isMembers(any) && "content" in any ? USUAL : [...USUAL, EMPTY];
  const named = Object.fromEntries(statuses.map((status) => [status, any]));
  return { ...operation, responses: { ...named, ...stated } };
}

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const mapMembers = (members: unknown, change: (value: unknown) => unknown): unknown =>
  isMembers(members)
    ? Object.fromEntries(Object.entries(members).map(([name, inner]) => [name, change(inner)]))
    : members;
