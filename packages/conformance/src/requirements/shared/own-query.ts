import { type BoundOperation, exampleOf } from "@plumbline/schemas";

/** What operations of every kind take. */
const COMMON = ["envelope", "pretty", "includeCount", "itemsPerPage", "pageNum"];

/** Query parameters that are an operation's own, each with a value that asks for more than leaving it out; `undefined` for none. */
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
