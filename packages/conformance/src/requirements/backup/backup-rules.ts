import type { Violation } from "@plumbline/schemas/validate";
import { isUndescribed } from "../../ground/call.ts";
import { member } from "../../ground/json.ts";
import { expects } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import { succeeded } from "../../ground/watched-exchange.ts";
import { ofOtherRules } from "../../oracles/of-other-rules.ts";
import { repeatedId } from "../../oracles/repeated-id.ts";
import { violatedInRecords } from "../../oracles/violated.ts";
import {
  type Requirement,
  type StoryRequirement,
  story,
  type WatchRequirement,
  watch,
} from "../../rule/requirement.ts";
import { ON_CLUSTER } from "../shared/statement-parts.ts";
/** The section of the description on the operations of cloud backup. */
export const OPERATIONS = "Endpoints > Cloud backup";

/**
 * A stated MUST by default. All these stories share one lane, because a cluster has one schedule and a project one
 * policy.
 */
export const backupStory = (
  particulars: Omit<StoryRequirement, "kind" | "level" | "basis" | "stage"> &
    Partial<Pick<StoryRequirement, "level" | "basis" | "stage">>,
): Requirement =>
  story({ level: "MUST", basis: "stated", stage: "state", lane: "backup", needs: ON_CLUSTER, ...particulars });

/** Members of answers have the listed types; other rules judge ids, dates and the lists around records. */
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

/** The same, and no two items of one list share an id. */
export const itemShape = (
  rule: Pick<WatchRequirement, "id" | "text" | "section" | "on">,
  mine: (violation: Violation) => boolean,
  itemsIn: (record: unknown) => readonly (readonly unknown[])[],
): Requirement => {
  const shape = shapeOf(mine);
  return watch({
    ...rule,
    level: "MUST",
    basis: "stated",
    examine: (watched) => {
      const judgement = shape(watched);
      if (judgement?.kind !== "holds" || !succeeded(watched.answer) || isUndescribed(watched.call)) return judgement;
      const { json } = watched.answer;
      const [twice] = [json, member(json, "content")]
        .flatMap(itemsIn)
        .map(repeatedId)
        .filter((id) => id !== undefined);
      return expects(twice === undefined, "an id of its own for each item", () => `${quoted(twice)} for two of them`);
    },
  });
};

/** Judges the shape of one answer. */
export const shapeOf = (mine: (violation: Violation) => boolean = () => true): WatchRequirement["examine"] => {
  const shape = violatedInRecords(
    (violation) =>
      violation.pointer !== "" &&
      !/^\/(results|totalCount)(\/\d+)?$/.test(violation.pointer) &&
      !ofOtherRules(violation) &&
      mine(violation),
  );
  return (watched) => (watched.call.due === "refusal" ? undefined : shape(watched));
};
