import { everyRequirement } from "@plumbline/cli/every-requirement";
import { requirements, trafficRequirements } from "@plumbline/conformance";

/** The number of rules by the command that checks them; `plumbline list` lists those of a run. */
export function ruleCounts(): { readonly run: number; readonly traffic: number; readonly fuzzer: number } {
  const [run, traffic] = [requirements.length, trafficRequirements.length];
  return { run, traffic, fuzzer: everyRequirement().length - run - traffic };
}
