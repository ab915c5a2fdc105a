/** ISO 8601 in UTC only, with a basic or extended zone (description, Conventions). */
export const UTC_DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]00(:?00)?)$/;

/**
 * Milliseconds since the epoch of an ISO 8601 text, including forms that `Date.parse` does not read; NaN for other
 * texts.
 */
export function readDate(text: string): number {
  return Date.parse(
    text.replace(",", ".").replace(/([+-]\d{2})(\d{2})?$/, (_whole, hours, minutes) => `${hours}:${minutes ?? "00"}`),
  );
}
