import type { WriteId } from "@plumbline/schemas";
import { received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { broken, decidedBy } from "../../ground/judgement.ts";
import type { Story } from "../../kernel/story.ts";
import { StoryStopped } from "../../kernel/story-stopped.ts";

/**
 * Ends a story about a removal if the run has already seen that this removal does not work, so that no more records are
 * left behind. The read that still shows the record decides, or the refused removal. A server in trouble, or behind a gateway in trouble, decides nothing.
 */
export async function needsRemoval(story: Story, remove: WriteId, expected: string): Promise<void> {
  const failed = await story.records.failedRemoval(remove);
  if (failed === undefined) return;
  const { exchange, id, shown } = failed;
  const isAccepted = wasAccepted(exchange);
  if (!isAccepted && !wasRefused(exchange)) return;
  const judgement = isAccepted
    ? broken(expected, `${id}, which is shown still after its removal was answered ${received(exchange)}`)
    : broken(`2xx for ${remove}`, received(exchange));
  throw new StoryStopped(
    isAccepted ? decidedBy(judgement, undefined, shown ?? exchange) : decidedBy(judgement, "status", exchange),
  );
}
