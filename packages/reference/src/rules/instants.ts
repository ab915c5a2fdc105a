/** Years outside 0000 to 9999 have no four-digit form, so no answer could show them. */
const FIRST = Date.parse("0000-01-01T00:00:00.000Z");
const LAST = Date.parse("9999-12-31T23:59:59.999Z");

/** Milliseconds of a date and time in the form of RFC 3339; a leap second counts as the second before it. */
export function readInstant(text: string): number | undefined {
  const at = Date.parse(text.replace(/:60(?=[.Zz+-])/, ":59"));
  return at >= FIRST && at <= LAST ? at : undefined;
}

/** ISO 8601 in UTC with milliseconds, the form of every timestamp that this server sends. */
export function showInstant(at: number): string {
  return new Date(at).toISOString();
}

/** The time of a change. It is always later than the change before, even within one millisecond. */
export function laterThan(previous: number, now: number): number {
  return Math.max(now, previous + 1);
}
