/** Whether two values are equal as JSON, where the order of members is irrelevant. */
export const sameJson = (a: unknown, b: unknown): boolean => a === b || canonical(a) === canonical(b);

/** A text that is equal for equal values. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
