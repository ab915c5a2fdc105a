import { RISKS, type Risk, type Target } from "@plumbline/conformance";
import type { Failure } from "../failures/failure.ts";
import type { Scenario } from "../stateful/scenario.ts";
import { lacking, risksOf } from "./lacking.ts";

/** The highest risk of the stored failures that may be sent. */
export function worstPermitted(stored: readonly (Failure | Scenario)[], target: Pick<Target, "allow">): Risk {
  const risks = new Set(stored.filter((one) => lacking(one, target) === undefined).flatMap(risksOf));
  return RISKS.findLast((risk) => risks.has(risk)) ?? "read";
}
