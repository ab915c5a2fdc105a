/** No resource nests this deep; what does is left as it is, so that a hostile body cannot exhaust the stack. */
const DEEPEST = 64;

/** The value without members that are null, all the way down. */
export function withoutNulls(value: unknown, depth = 0): unknown {
  if (depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, withoutNulls(member, depth + 1)]),
  );
}
