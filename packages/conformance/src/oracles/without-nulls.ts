import { isContainer } from "../ground/json.ts";
/** Removes members that are null. Some targets show null for an absent member, but refuse it in a request. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isContainer(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNulls(inner)] as const])),
  );
}
