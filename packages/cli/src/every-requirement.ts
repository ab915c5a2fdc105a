import { type Requirement, requirements, trafficRequirements } from "@plumbline/conformance";
import { allFuzzRequirements } from "./all-fuzz-requirements.ts";

let all: readonly Requirement[] | undefined;

/** Every rule that this program knows: those of a run, of recorded traffic, and of the fuzzer. */
export function everyRequirement(): readonly Requirement[] {
  all ??= [...requirements, ...trafficRequirements, ...allFuzzRequirements()];
  return all;
}
