import type { Level } from "@plumbline/report";
import { areaOf } from "../rule/area-of.ts";
import type { Requirement } from "../rule/requirement.ts";
import { requirements } from "./requirements.ts";

/** The members of a requirement that a search for rules shows. The build replaces this file with the finished list. */
export interface ListedRequirement {
  readonly id: string;
  readonly area: string;
  readonly level: Level;
  readonly basis: Requirement["basis"];
  readonly kind: Requirement["kind"];
  readonly section: string;
  readonly text: string;
}

/** Every requirement in the order of the report, for `list`, `explain` and shell completion, which run no check. */
export const listedRequirements: readonly ListedRequirement[] = requirements.map(
  ({ id, level, basis, kind, section, text }) => ({ id, area: areaOf(id), level, basis, kind, section, text }),
);
