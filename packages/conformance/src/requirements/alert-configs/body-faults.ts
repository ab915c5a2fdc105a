import type { Basis, Level } from "@plumbline/report";
import type { Fields } from "../../ground/json.ts";
import { upheld } from "../../ground/judgement.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import { type StoryRequirement, story } from "../../rule/requirement.ts";
import { asSteps } from "../shared/as-steps.ts";
import { ON_PROJECT } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";
import { at, createConfig, readConfig, readSettled, unchanged } from "./config-steps.ts";

/** A body with one mistake: a complete body, or a change of a valid one. */
export interface BodyFault extends Pick<Step, "rawBody" | "contentType"> {
  readonly body?: unknown;
  /**
   * Members that replace those of the valid body, or a function that makes them from it; `undefined` omits a member.
   */
  readonly change?: Fields | ((right: Fields) => Fields);
}

/**
 * Makes a rule that writes on alert configurations refuse bodies with one mistake. The story first sends the same write
 * with a valid body, and ends with a read that shows that the refused bodies changed nothing.
 */
export function bodyFaults(rule: {
  readonly id: string;
  readonly level: Level;
  readonly basis: Basis;
  readonly text: string;
  readonly section: string;
  readonly mock?: string;
  readonly operations: readonly ("createAlertConfig" | "updateAlertConfig" | "setAlertConfigEnabled")[];
  readonly faults: Readonly<Record<string, BodyFault>>;
  /** A right change beside each fault of an update: a server may keep it although it refuses the whole. */
  readonly beside?: (right: Fields) => Fields;
  /** Further faults, whose bodies the story builds from answers of the target. */
  readonly foundFaults?: (story: Story) => Promise<Readonly<Record<string, BodyFault>>>;
}): StoryRequirement {
  const { operations, faults, foundFaults, beside, ...statement } = rule;
  return story({
    ...statement,
    stage: "refused-writes",
    risk: "create",
    on: is(...operations),
    requests: 4 + Object.keys(faults).length + (foundFaults === undefined ? 0 : 6),
    needs: ON_PROJECT,
    tell: async (story) => {
      const operation = story.subject.operation.id;
      const made = await createConfig(story);
      const right = operation === "setAlertConfigEnabled" ? { enabled: false } : made.sent;
      const addressed: Step = operation === "createAlertConfig" ? {} : at(made.id);
      const written =
        operation === "createAlertConfig"
          ? made.answer
          : await story.prepares(operation, { ...addressed, body: right }, "the same request without the fault");
      const before = await readSettled(story, made.id, written);
      const all = { ...faults, ...(await foundFaults?.(story)) };
      const sent = operation === "updateAlertConfig" ? { ...right, ...beside?.(right) } : right;
      await story.refusesEach(
        operation,
        asSteps(all, (fault) => ({ ...addressed, ...bodyOf(sent, fault) })),
      );
      unchanged(before, await readConfig(story, made.id));
      return upheld;
    },
  });
}

function bodyOf(right: Fields, { change, ...fault }: BodyFault): Step {
  if (change === undefined) return fault;
  const changed = typeof change === "function" ? change(right) : change;
  const body = Object.fromEntries(Object.entries({ ...right, ...changed }).filter(([, value]) => value !== undefined));
  return { ...fault, body };
}
