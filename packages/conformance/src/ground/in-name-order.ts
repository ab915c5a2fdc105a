import { member } from "./json.ts";

/** Records that are told apart by their names, in an order of their own: nothing says in which a list shows them. */
export function inNameOrder(records: unknown): unknown {
  if (!Array.isArray(records)) return records;
  const nameOf = (record: unknown): string => String(member(record, "name"));
  return records.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)));
}
