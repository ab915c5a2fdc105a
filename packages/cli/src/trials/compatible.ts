import type { Variant } from "@plumbline/reference";

/** Variants without those that an earlier one of them excludes, or that exclude one: one server can be all that is left. */
export function compatible(variants: readonly Variant[]): readonly Variant[] {
  const kept: Variant[] = [];
  for (const variant of variants) if (!kept.some((other) => differ(variant, other))) kept.push(variant);
  return kept;
}

const differ = (one: Variant, other: Variant): boolean =>
  one.excludes?.includes(other.id) === true || other.excludes?.includes(one.id) === true;
