import type { OperationId } from "@plumbline/schemas";
import { jsonOf, received, wasAccepted } from "../../ground/answers.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";

/** What a read shows of a record that was made, once it does: how soon others see a write is not given, but they do. */
export async function appears(story: Story, operation: OperationId, step: Step, expected: string): Promise<unknown> {
  const read = await story.untilOver(() => story.ask(operation, step), wasAccepted);
  story.must(wasAccepted(read), expected, received(read));
  return jsonOf(read);
}
