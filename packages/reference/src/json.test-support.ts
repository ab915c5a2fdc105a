/** A member of a parsed body, by names from the outside in. */
export function memberIn(value: unknown, ...names: readonly string[]): unknown {
  let inner = value;
  for (const name of names) {
    inner =
      typeof inner === "object" && inner !== null
        ? Object.entries(inner).find(([key]) => key === name)?.[1]
        : undefined;
  }
  return inner;
}
