import { OPERATION_IDS } from "@plumbline/schemas";
import type { Requirement } from "../../rule/requirement.ts";
import { binding } from "./binding.ts";
import { parameters } from "./parameters.ts";
import { resultRules } from "./results.ts";
import { roleRules } from "./roles.ts";

/** The rules about each single operation: where it is served, what it accepts, which role it needs, what it returns. */
export const operationRules: readonly Requirement[] = OPERATION_IDS.flatMap((id) => [
  binding(id),
  parameters(id),
  ...roleRules(id),
  ...resultRules(id),
]);
