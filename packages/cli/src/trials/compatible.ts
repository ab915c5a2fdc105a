import type { Variant } from "@plumbline/reference";

/** The variants without those that contradict an earlier one, so that a single server can have all of the rest. */
export function compatible(variants: readonly Variant[]): readonly Variant[] {
  const kept: Variant[] = [];
  for (const variant of variants) if (!kept.some((other) => differ(variant, other))) kept.push(variant);
  return kept;
}

const differ = (one: Variant, other: Variant): boolean =>
  one.excludes?.includes(other.id) === true || other.excludes?.includes(one.id) === true;
