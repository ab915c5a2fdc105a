import type { Story } from "../kernel/story.ts";
import type { RoundTrip } from "../requirements/shared/round-trip.ts";
import type { StoryRequirement } from "../rule/requirement.ts";
import type { Draw } from "./draw.ts";

/** A write whose body can be drawn, and what is then to be seen of it. */
export interface DrawnRule extends Pick<StoryRequirement, "on" | "risk" | "needs" | "lane"> {
  /** What is kept, in the words of a reader. */
  readonly of: string;
  /** Ends the id of the rule: what is drawn for other permissions and other fixtures is another rule. */
  readonly suffix: string;
  /** @default "MUST" */
  readonly level?: "SHOULD";
  /** Makes what all bodies work on, once, and says how one is drawn. */
  readonly prepare: (story: Story) => Promise<(draw: Draw) => Promise<RoundTrip>>;
}
