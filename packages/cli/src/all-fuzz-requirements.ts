import type { Requirement } from "@plumbline/conformance";
import { FAMILIES, fuzzRequirements } from "@plumbline/fuzz";

/** Size of a plan that contains requests of every fuzz rule. */
const OF_ALL_RULES = 30_000;

/** Every rule of the fuzzer, for flags that select some of them. */
export const allFuzzRequirements = (): readonly Requirement[] =>
  fuzzRequirements({ seed: 1, requests: OF_ALL_RULES, families: FAMILIES });
