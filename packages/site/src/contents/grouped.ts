/** Groups values by key, keys in order of first appearance (`Map.groupBy` needs Node 21). */
export function grouped<T>(values: readonly T[], key: (value: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const name = key(value);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [value]);
    else group.push(value);
  }
  return groups;
}
