import { type Requirement, type StoryRequirement, story } from "../../rule/requirement.ts";

const STATES = "States and transitions";
const NO_STATE = "it keeps nothing of what it is sent";
const needsProject = [{ kind: "fixture", name: "groupId" }] as const;

type Particulars = Omit<StoryRequirement, "kind" | "stage" | "risk" | "level" | "basis" | "section"> &
  Partial<Pick<StoryRequirement, "level" | "basis" | "section" | "risk">>;

/** A state rule of alert configurations, told on a configuration of its own. */
export const rule = (particulars: Particulars): Requirement =>
  story({
    level: "MUST",
    basis: "stated",
    section: STATES,
    stage: "state",
    risk: "create",
    mock: NO_STATE,
    needs: needsProject,
    ...particulars,
  });
