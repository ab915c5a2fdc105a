import type { Story } from "../kernel/story.ts";
import type { RoundTrip } from "../requirements/shared/round-trip.ts";
import type { StoryRequirement } from "../rule/requirement.ts";
import type { Draw } from "./draw.ts";

/** A write with a drawn body, and the reads that must show it. */
export interface DrawnRule extends Pick<StoryRequirement, "on" | "risk" | "needs" | "lane"> {
  /** The record, in words for the report. */
  readonly of: string;
  /** The end of the requirement's id. Draws that need other permissions or fixtures are another requirement. */
  readonly suffix: string;
  /** @default "MUST" */
  readonly level?: "SHOULD";
  /** Creates, once, the records that all bodies work on, and returns the function that draws a body. */
  readonly prepare: (story: Story) => Promise<(draw: Draw) => Promise<RoundTrip>>;
}
