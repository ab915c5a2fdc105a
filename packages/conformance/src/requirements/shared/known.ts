import type { Story } from "../../kernel/story.ts";
import type { Fixture } from "../../target/fixtures.ts";

/** The named fixture; the story has nothing to say where it is not known. */
export function known(story: Story, name: Fixture): string {
  return story.world.fixtures[name] ?? story.cannot(`no ${name} is known: state fixtures.${name} in the target file`);
}
