const UNITS = { W: 604_800_000, D: 86_400_000, H: 3_600_000, M: 60_000, S: 1_000 } as const;

/** The form of a duration as text, in words. */
export const DURATION_TEXT = 'an ISO 8601 duration of weeks to seconds, such as "PT1H30M" or "P2D"';

/** The accepted forms of a duration, in words. */
export const DURATION_FORM = `a number of milliseconds, such as 60000, or ${DURATION_TEXT}`;

/**
 * Milliseconds of a duration (ISO 8601-1:2019, section 5.5.2); `undefined` for any other value. Months and years have
 * no fixed length, so they are not accepted.
 */
export function readDuration(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined;
  const number = String.raw`(\d+(?:[.,]\d+)?)`;
  const form = `^P(?:${number}W)?(?:${number}D)?(?:T(?:${number}H)?(?:${number}M)?(?:${number}S)?)?$`;
  const found =
    typeof value === "string" && /\d/.test(value) && !value.endsWith("T") ? new RegExp(form).exec(value) : null;
  if (found === null) return undefined;
  const parts = found.slice(1).map((text) => Number((text ?? "0").replace(",", ".")));
  const sizes = Object.values(UNITS);
  return Math.round(parts.reduce((sum, part, index) => sum + part * (sizes[index] ?? 0), 0));
}
