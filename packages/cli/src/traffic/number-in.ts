/**
 * The number in a JSON value, or NaN. A general conversion could throw, because an object may have a `toString` that is
 * no function.
 */
export function numberIn(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
}
