import { OPERATION_IDS } from "@plumbline/schemas";
import type { Requirement } from "../../rule/requirement.ts";
import { binding } from "./binding.ts";
import { parameters } from "./parameters.ts";
import { resultRules } from "./results.ts";
import { roleRules } from "./roles.ts";

/** The rules that every operation has for itself: where it is served, what it takes, which role it needs, what it returns. */
export const operationRules: readonly Requirement[] = OPERATION_IDS.flatMap((id) => [
  binding(id),
  parameters(id),
  ...roleRules(id),
  ...resultRules(id),
]);
