import type { Story } from "../../kernel/story.ts";
import type { Fixture } from "../../target/fixtures.ts";

/** The fixture with this name. Without it, the story is inconclusive. */
export function known(story: Story, name: Fixture): string {
  return story.world.fixtures[name] ?? story.cannot(`no ${name} is known: state fixtures.${name} in the target file`);
}
