import type { Behaviour } from "../decisions/behaviour.ts";
import { honest } from "../honest.ts";
import type { Variant } from "./variant.ts";

/** The honest behaviour, changed by the variants in the given order. */
export function withVariants(variants: readonly Variant[]): Behaviour {
  let behaviour = honest;
  for (const { change } of variants) behaviour = { ...behaviour, ...change?.(behaviour) };
  return behaviour;
}
