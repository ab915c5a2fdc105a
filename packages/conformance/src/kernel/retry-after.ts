/** Reads Retry-After, delta-seconds or an HTTP date (RFC 9110, section 10.2.3), as milliseconds from `now`. */
export function retryAfterMilliseconds(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  // Date.parse alone accepts too much: an HTTP date names its weekday and ends in GMT.
  const date = /^[A-Z][a-z]+,? .*(GMT|\d{4})$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
