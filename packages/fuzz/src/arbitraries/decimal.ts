/** A step as a whole number of its smallest decimal place: 0.25 is 25 units with 2 places. */
export interface Decimal {
  readonly units: number;
  readonly places: number;
}

/** Converts a step to whole units of a power of ten, so that multiples are exact. */
export function decimalOf(step: number): Decimal {
  const [mantissa = "", exponent = "0"] = String(step).split("e");
  const [whole = "", part = ""] = mantissa.split(".");
  const places = part.length - Number(exponent);
  const units = Number(whole + part);
  return places >= 0 ? { units, places } : { units: units * 10 ** -places, places: 0 };
}

/**
 * The number with these units and places, parsed from its decimal notation: binary sums and products would be inexact.
 */
export const written = (units: number, places: number): number => Number(`${units}e-${places}`) + 0;

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

/** The smallest step that is a multiple of both. */
export function commonStep(a: number, b: number): number {
  const [one, other] = [decimalOf(a), decimalOf(b)];
  const places = Math.max(one.places, other.places);
  const [x, y] = [one.units * 10 ** (places - one.places), other.units * 10 ** (places - other.places)];
  return written((x / greatestDivisor(x, y)) * y, places);
}

/** The smallest multiple of a step that is an integer. */
export function integerStep(step: number): number {
  const { units, places } = decimalOf(step);
  return units / greatestDivisor(units, 10 ** places);
}

/** Whether division by the step is exact in binary floating point, so that every multiple can be used. */
export const isBinary = (step: number): boolean => Number.isInteger(step) || Number.isInteger(Math.log2(step));

/**
 * Whether a validator that divides accepts a value as a multiple: in binary floating point, 0.07 / 0.01 is more than 7.
 */
export const isMultiple = (value: number, step: number): boolean => Number.isInteger(value / step);
