import { isDeepStrictEqual } from "node:util";
import { received, wasAccepted } from "../../ground/answers.ts";
import { broken, type Judgement, upheld } from "../../ground/judgement.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import { difference } from "../../oracles/difference.ts";
import { performs } from "./perform.ts";

/**
 * Sends the story's own operation with bodies that are wrong in one respect, after the target accepted it with a valid
 * body. With `read`, the reads before and after must show the same. Refusing the bodies in `mildly` is only a SHOULD.
 */
export async function refusesBodies(
  story: Story,
  faults: Readonly<Record<string, Step>>,
  more: { readonly read?: () => Promise<unknown>; readonly mildly?: Readonly<Record<string, Step>> } = {},
): Promise<Judgement> {
  const operation = story.subject.operation.id;
  await changesNothing(story, {
    write: async () => {
      const plain = await performs(story, operation, {});
      if (!wasAccepted(plain))
        story.cannot(
          `the same request without a fault is not accepted (${received(plain)}), so its refusal says nothing`,
        );
    },
    refused: async () => {
      await story.refusesEach(operation, faults);
      await story.mildly(() => story.refusesEach(operation, more.mildly ?? {}));
    },
    read: more.read ?? (async () => undefined),
  });
  return upheld;
}

/** Milliseconds after which this rule assumes that reads show a write. The contract does not state a time. */
const SHOWN_AFTER = 2_000;

/**
 * Sends a valid write, then the requests that must be refused. The story ends unless reads show the same before and
 * after. If they differ, it tries once more with time for the valid write to show, because the reads may have lagged
 * behind it.
 */
export async function changesNothing(
  story: Story,
  {
    write,
    refused,
    read,
  }: Readonly<Record<"write" | "refused", () => Promise<void>> & { read: () => Promise<unknown> }>,
): Promise<void> {
  let seen: readonly [unknown, unknown] = [undefined, undefined];
  for (const pause of [0, SHOWN_AFTER]) {
    await write();
    if (pause > 0) await story.pass(pause);
    const before = await read();
    await refused();
    const after = await story.eventually(read, (shown) => isDeepStrictEqual(before, shown));
    if (isDeepStrictEqual(before, after)) return;
    seen = [before, after];
  }
  story.requires(broken("the same as before the refused requests", difference(...seen)));
}
