import type { Violation } from "@plumbline/schemas/validate";
import { violatedInRecords } from "../oracles/violated.ts";
import { type Requirement, type StoryRequirement, story, type WatchRequirement, watch } from "../requirement.ts";
import { ofOtherRules } from "./cluster-members.ts";

export const NO_STATE = "it keeps nothing of what it is sent";
export const OPERATIONS = "Endpoints > Cloud backup";

const needsProject = { kind: "fixture", name: "groupId" } as const;
const needsCluster = { kind: "fixture", name: "clusterName" } as const;
export const ON_PROJECT = [needsProject];
export const ON_CLUSTER = [needsProject, needsCluster];

/** A stated MUST unless it says otherwise, told in the lane of everything that a cluster or a project has one of. */
export const backupStory = (
  told: Omit<StoryRequirement, "kind" | "level" | "basis" | "stage"> &
    Partial<Pick<StoryRequirement, "level" | "basis" | "stage">>,
): Requirement => story({ level: "MUST", basis: "stated", stage: "state", lane: "backup", needs: ON_CLUSTER, ...told });

/** Members of answers have the listed types; ids, dates and the lists around records have rules of their own. */
export const backupShape = (
  rule: Pick<WatchRequirement, "id" | "text" | "section" | "on">,
  mine: (violation: Violation) => boolean = () => true,
): Requirement =>
  watch({
    ...rule,
    level: "MUST",
    basis: "stated",
    examine: shapeOf(mine),
  });

/** What such a rule says about one answer. */
export const shapeOf = (mine: (violation: Violation) => boolean = () => true): WatchRequirement["examine"] => {
  const shape = violatedInRecords(
    (violation) =>
      violation.pointer !== "" &&
      !/^\/(results|totalCount)(\/\d+)?$/.test(violation.pointer) &&
      !ofOtherRules(violation) &&
      mine(violation),
  );
  return (sight) => (sight.call.invalid ? undefined : shape(sight));
};
