/**
 * Reads a value of Retry-After, delta-seconds or an HTTP date (RFC 9110, section 10.2.3), as milliseconds from `now`.
 * `undefined` for any other value.
 */
export function retryAfterMilliseconds(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  // Date.parse alone accepts too much, "1.5" for instance: an HTTP date names its weekday and ends in GMT or a year.
  const [, zone] = /^[A-Z][a-z]+,? .*(GMT|\d{4})$/.exec(text) ?? [];
  if (zone === undefined) return undefined;
  // The form with the year at its end is in GMT too, without saying so.
  const date = Date.parse(zone === "GMT" ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
