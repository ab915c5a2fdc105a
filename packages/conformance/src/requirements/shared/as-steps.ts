import type { Step } from "../../kernel/step.ts";

/** Turns named values, usually bodies, into named steps of a story. */
export const asSteps = <T>(
  values: Readonly<Record<string, T>>,
  stepOf: (value: T) => Step = (body) => ({ body }),
): Readonly<Record<string, Step>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, stepOf(value)]));
