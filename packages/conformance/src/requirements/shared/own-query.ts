import { type BoundOperation, exampleOf } from "@plumbline/schemas";

/** Query parameters that operations of every kind accept. */
const COMMON = ["envelope", "pretty", "includeCount", "itemsPerPage", "pageNum"];

/**
 * The query parameters that only this operation has, each with a value that asks for more than omitting it; `undefined`
 * if it has none.
 */
export function ownQuery({ query }: Pick<BoundOperation, "query">): Readonly<Record<string, string>> | undefined {
  const own = query.filter(({ name }) => !COMMON.includes(name));
  if (own.length === 0) return undefined;
  return Object.fromEntries(
    own.map(({ name, schema }) => [
      name,
      typeof schema.default === "boolean" ? String(!schema.default) : String(exampleOf(schema)),
    ]),
  );
}
