/** Whether two values are one as JSON sees them: the order of members says nothing. */
export const sameJson = (a: unknown, b: unknown): boolean => a === b || canonical(a) === canonical(b);

/** The same text for the same value. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
