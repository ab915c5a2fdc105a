/** A deep copy of a JSON value with one place set, or removed when the new value is `undefined`. */
export function altered(value: unknown, path: readonly (string | number)[], replacement: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return replacement;
  const inner = (member: unknown): unknown => altered(member, rest, replacement);
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return name === items.length
      ? [...items, inner(undefined)]
      : items.map((item, index) => (index === name ? inner(item) : item));
  }
  if (typeof value !== "object" || value === null) throw new RangeError(`${name} leads nowhere`);
  const members = new Map<string, unknown>(Object.entries(value));
  const changed = inner(members.get(String(name)));
  if (changed === undefined) members.delete(String(name));
  else members.set(String(name), changed);
  return Object.fromEntries(members);
}
