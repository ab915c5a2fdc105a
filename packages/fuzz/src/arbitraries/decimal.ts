/** A step as a whole number of the smallest places that it is written with: 0.25 is 25 of 2 places. */
export interface Decimal {
  readonly units: number;
  readonly places: number;
}

/** A step as whole units of a power of ten, so that multiples are exact. */
export function decimalOf(step: number): Decimal {
  const [mantissa = "", exponent = "0"] = String(step).split("e");
  const [whole = "", part = ""] = mantissa.split(".");
  const places = part.length - Number(exponent);
  const units = Number(whole + part);
  return places >= 0 ? { units, places } : { units: units * 10 ** -places, places: 0 };
}

/** A number of such places, as it is read when it is written so: no sum or product of a binary fraction. */
export const written = (units: number, places: number): number => Number(`${units}e-${places}`) + 0;

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

/** The least step that is a whole number of both. */
export function commonStep(a: number, b: number): number {
  const [one, other] = [decimalOf(a), decimalOf(b)];
  const places = Math.max(one.places, other.places);
  const [x, y] = [one.units * 10 ** (places - one.places), other.units * 10 ** (places - other.places)];
  return written((x / greatestDivisor(x, y)) * y, places);
}

/** The least whole number of steps that is an integer. */
export function integerStep(step: number): number {
  const { units, places } = decimalOf(step);
  return units / greatestDivisor(units, 10 ** places);
}

/** Whether dividing by the step is exact in binary fractions too, so that no multiple has to be looked for. */
export const isBinary = (step: number): boolean => Number.isInteger(step) || Number.isInteger(Math.log2(step));

/** Whether a validator that divides takes a value for a multiple: 0.07 / 0.01 is more than 7 in binary fractions. */
export const isMultiple = (value: number, step: number): boolean => Number.isInteger(value / step);
