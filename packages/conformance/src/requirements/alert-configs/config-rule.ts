import { type Requirement, type StoryRequirement, story } from "../../rule/requirement.ts";
import { NO_STATE, ON_PROJECT } from "../shared/statement-parts.ts";

const STATES = "States and transitions";

type Particulars = Omit<StoryRequirement, "kind" | "stage" | "risk" | "level" | "basis" | "section"> &
  Partial<Pick<StoryRequirement, "level" | "basis" | "section" | "risk">>;

/** A state rule of alert configurations; its story runs on a configuration of its own. */
export const rule = (particulars: Particulars): Requirement =>
  story({
    level: "MUST",
    basis: "stated",
    section: STATES,
    stage: "state",
    risk: "create",
    mock: NO_STATE,
    needs: ON_PROJECT,
    ...particulars,
  });
