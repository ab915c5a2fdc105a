/** The first and the last moment that RFC 3339 (section 5.6) can express with its four-digit years. */
const FIRST = Date.parse("0000-01-01T00:00:00.000Z");
const LAST = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * Milliseconds since the epoch as a moment in UTC (RFC 3339). A file may contain any number, so values outside the
 * range of RFC 3339 become its first or last moment.
 */
export function isoTime(milliseconds: number): string {
  const moment = Number.isNaN(milliseconds) ? 0 : milliseconds;
  return new Date(Math.min(Math.max(moment, FIRST), LAST)).toISOString();
}
