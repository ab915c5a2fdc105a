import type { OperationId } from "@plumbline/schemas";
import { jsonOf, received, wasAccepted } from "../../ground/answers.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";

/**
 * Returns a created record as a read shows it. The contract does not say how soon others see a write, so this waits
 * until the read succeeds.
 */
export async function appears(story: Story, operation: OperationId, step: Step, expected: string): Promise<unknown> {
  const read = await story.untilOver(() => story.ask(operation, step), wasAccepted);
  story.must(wasAccepted(read), expected, received(read));
  return jsonOf(read);
}
