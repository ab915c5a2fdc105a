import { versionLabel } from "@plumbline/schemas";
import type { Risk } from "../ground/risk.ts";
import type { Stage } from "../ground/stage.ts";
import type { Subject } from "../ground/subject.ts";
import type { CampaignRequirement, Case, Requirement, StoryRequirement } from "../rule/requirement.ts";

/** Why a check does not run. The target's answers to the check are never the reason. */
export type Obstacle =
  | { readonly kind: "could-not-run"; readonly reason: string }
  | { readonly kind: "not-applicable"; readonly reason: string };

/** One requirement on one operation in one version, ready to run or with the reason why not. */
export interface Check {
  /** Never changes: `REQUIREMENT@operation/version`. */
  readonly id: string;
  readonly requirement: Requirement;
  readonly subject?: Subject;
  readonly stage: Stage;
  readonly risk: Risk;
  readonly requests: number;
  readonly obstacle?: Obstacle;
  /** The check without its obstacle, if only a budget left it out. */
  readonly spare?: Check;
  /** An invariant of another shard. What it sees in this shard counts; that shard reports what it does not see. */
  readonly visiting?: true;
  readonly work: Work;
}

/** The requests of a check; `left` names the cases that cannot run, each with its reason. */
export type Work =
  | { readonly kind: "cases"; readonly cases: readonly Case[]; readonly left: readonly string[] }
  | { readonly kind: "story"; readonly story: StoryRequirement }
  | { readonly kind: "campaign"; readonly campaign: CampaignRequirement }
  /** Decided by exchanges of other checks. */
  | { readonly kind: "watch" };

/** The id in reports, journals and `--check`. Without a subject it is the requirement's id. */
export function checkId(requirement: string, subject: Subject | undefined): string {
  return subject === undefined
    ? requirement
    : `${requirement}@${subject.operation.id}/${versionLabel(subject.version)}`;
}
