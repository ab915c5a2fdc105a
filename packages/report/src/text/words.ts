const NUMBERS = new Intl.NumberFormat("en-US");

/** A number with commas between thousands, independent of the locale. */
export function figure(value: number): string {
  return NUMBERS.format(value);
}

/** `1 check`, `2 checks`. */
export function counted(count: number, noun: string): string {
  return `${figure(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** The verb that goes with a count. */
export function isAre(count: number): "is" | "are" {
  return count === 1 ? "is" : "are";
}

/** A duration in the most readable unit. It is rounded before the unit is chosen, so that none reads "60.0 s". */
export function duration(milliseconds: number): string {
  if (Math.round(milliseconds) < 1000) return `${Math.round(milliseconds)} ms`;
  const tenths = Math.round(milliseconds / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
