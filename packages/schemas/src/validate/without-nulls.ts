/** Deeper than any resource. Deeper values stay unchanged, so that a hostile body cannot exhaust the stack. */
const DEEPEST = 64;

/** The value without members that are null, at all levels. Returns the same value, not a copy, if it has none. */
export function withoutNulls(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    let left: unknown[] | undefined;
    for (const [at, item] of items.entries()) {
      const inner = withoutNulls(item, depth + 1);
      if (inner !== item) left ??= items.slice(0, at);
      left?.push(inner);
    }
    return left ?? value;
  }
  const members = Object.entries(value).map(
    ([name, member]) => [name, member, withoutNulls(member, depth + 1)] as const,
  );
  if (members.every(([, member, inner]) => member !== null && member === inner)) return value;
  return Object.fromEntries(members.flatMap(([name, member, inner]) => (member === null ? [] : [[name, inner]])));
}
