import { nearest } from "@plumbline/schemas";
import { authVariants } from "./auth.ts";
import { choiceVariants } from "./choices.ts";
import { discoveryVariants } from "./discovery.ts";
import { errorVariants } from "./errors.ts";
import { freedomVariants } from "./freedoms.ts";
import { jsonVariants } from "./json-forms.ts";
import { lenienceVariants } from "./lenience.ts";
import { listVariants } from "./lists.ts";
import { recordVariants } from "./records.ts";
import { routeVariants } from "./routes.ts";
import { statusVariants } from "./statuses.ts";
import { timingVariants } from "./timing.ts";
import { tokenVariants } from "./tokens.ts";
import { undescribedVariants } from "./undescribed.ts";
import { UnknownVariantError } from "./unknown-variant-error.ts";
import type { Variant } from "./variant.ts";
import { wireVariants } from "./wire.ts";
import { worldVariants } from "./worlds.ts";

/** Every variant. */
export const variants: readonly Variant[] = [
  ...statusVariants,
  ...errorVariants,
  ...jsonVariants,
  ...listVariants,
  ...recordVariants,
  ...wireVariants,
  ...routeVariants,
  ...authVariants,
  ...tokenVariants,
  ...discoveryVariants,
  ...lenienceVariants,
  ...timingVariants,
  ...freedomVariants,
  ...undescribedVariants,
  ...worldVariants,
  ...choiceVariants,
];

/**
 * The named variants, in the given order.
 * @throws UnknownVariantError for an id that no variant has.
 */
export function variantsNamed(ids: readonly string[]): readonly Variant[] {
  return ids.map((id) => {
    const found = variants.find((variant) => variant.id === id);
    if (found !== undefined) return found;
    const known = variants.map((variant) => variant.id);
    throw new UnknownVariantError(id, nearest(id, known) ?? known[0] ?? "");
  });
}
