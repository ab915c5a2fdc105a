/** The first and the last moment that RFC 3339 (section 5.6) has a name for: it counts four digits of a year. */
const FIRST = Date.parse("0000-01-01T00:00:00.000Z");
const LAST = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * A moment in UTC, RFC 3339, from milliseconds since the epoch, which a file may state as any number: beyond what has a
 * name, the nearest that has one.
 */
export function isoTime(milliseconds: number): string {
  const moment = Number.isNaN(milliseconds) ? 0 : milliseconds;
  return new Date(Math.min(Math.max(moment, FIRST), LAST)).toISOString();
}
