/** A number that a JSON value says; not a number where it says none. An object may have a `toString` that is none. */
export function numberIn(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
}
