/** The members of a parsed body; none if it is not an object. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** A member of a parsed body; the names lead from the outermost to the innermost object. */
export function memberIn(value: unknown, ...names: readonly string[]): unknown {
  let inner = value;
  for (const name of names) {
    const members = membersOf(inner);
    inner = Object.hasOwn(members, name) ? members[name] : undefined;
  }
  return inner;
}

/** The items of a list in a parsed body; none if there is no list. */
export function listIn(value: unknown, ...names: readonly string[]): readonly unknown[] {
  const list = memberIn(value, ...names);
  return Array.isArray(list) ? list : [];
}

/** The time that a member of a parsed body states, in milliseconds. */
export const momentIn = (value: unknown, ...names: readonly string[]): number =>
  Date.parse(String(memberIn(value, ...names)));
