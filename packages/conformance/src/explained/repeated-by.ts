import { areaOf } from "../rule/area-of.ts";
import type { Requirement } from "../rule/requirement.ts";

/** Which program looks at a rule alone, and with which line. */
export interface RepeatedBy {
  readonly kind: "run" | "fuzzer" | "traffic";
  readonly command: string;
}

/** The command that looks at one rule and at nothing else. */
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
