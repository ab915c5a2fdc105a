import { areaOf } from "../rule/area-of.ts";
import type { Requirement } from "../rule/requirement.ts";

/** The program that can test one requirement alone, with its command line. */
export interface RepeatedBy {
  readonly kind: "run" | "fuzzer" | "traffic";
  readonly command: string;
}

/** The command that tests only this requirement. */
export function repeatedBy({ id }: Pick<Requirement, "id">): RepeatedBy {
  switch (areaOf(id)) {
    case "TRAFFIC":
    case "CLIENT":
      return { kind: "traffic", command: "plumbline judge traffic.har" };
    case "FUZZ":
      return { kind: "fuzzer", command: `plumbline run --target target.yml --fuzz 2000 --only ${id}` };
    default:
      return { kind: "run", command: `plumbline run --target target.yml --only ${id}` };
  }
}
