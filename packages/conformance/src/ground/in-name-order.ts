import { member } from "./json.ts";

/** Sorts records by name, because the contract states no order for lists of them. */
export function inNameOrder(records: unknown): unknown {
  if (!Array.isArray(records)) return records;
  const nameOf = (record: unknown): string => String(member(record, "name"));
  return records.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)));
}
