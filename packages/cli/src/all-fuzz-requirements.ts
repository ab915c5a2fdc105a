import type { Requirement } from "@plumbline/conformance";
import { FAMILIES, fuzzRequirements } from "@plumbline/fuzz";

/** Requests of which every rule has its part. */
const OF_ALL_RULES = 30_000;

/** Every rule that a fuzzer holds a target to, for flags that name some of them. */
export const allFuzzRequirements = (): readonly Requirement[] =>
  fuzzRequirements({ seed: 1, requests: OF_ALL_RULES, families: FAMILIES });
