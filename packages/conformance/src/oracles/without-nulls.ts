import { isContainer } from "../ground/json.ts";
/** A JSON value without the members that are null: some targets show these in place of what is absent, and refuse them. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isContainer(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNulls(inner)] as const])),
  );
}
