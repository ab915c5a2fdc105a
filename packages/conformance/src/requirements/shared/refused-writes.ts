import { isDeepStrictEqual } from "node:util";
import { received, wasAccepted } from "../../ground/answers.ts";
import { broken, type Judgement, upheld } from "../../ground/judgement.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import { difference } from "../../oracles/difference.ts";
import { performs } from "./perform.ts";

/**
 * Sends the story's own operation with bodies that are wrong in one respect, after the same write with a right body was
 * seen to work. With `read`, what can be read before and after must be the same. That those of `mildly` are refused is no
 * more than a SHOULD.
 */
export async function refusesBodies(
  story: Story,
  faults: Readonly<Record<string, Step>>,
  more: { readonly read?: () => Promise<unknown>; readonly mildly?: Readonly<Record<string, Step>> } = {},
): Promise<Judgement> {
  const operation = story.subject.operation.id;
  return changesNothing(story, {
    write: async () => {
      const plain = await performs(story, operation, {});
      if (!wasAccepted(plain))
        story.cannot(
          `the same request without a fault is not accepted (${received(plain)}), so its refusal says nothing`,
        );
    },
    refused: async () => {
      for (const [name, step] of Object.entries(faults)) await story.refuses(operation, step, name);
      for (const [name, step] of Object.entries(more.mildly ?? {}))
        await story.mildly(() => story.refuses(operation, step, name));
    },
    read: more.read ?? (async () => undefined),
  });
}

/** How soon a read shows a write is not stated: this much later it is taken to. */
const SHOWN_AFTER = 2_000;

/**
 * Writes what is right, then sends what must be refused, and ends the story unless reads show the same before and after.
 * A difference is looked into once more, with time for the right write to show: reads may have lagged behind it.
 */
export async function changesNothing(
  story: Story,
  {
    write,
    refused,
    read,
  }: Readonly<Record<"write" | "refused", () => Promise<void>> & { read: () => Promise<unknown> }>,
): Promise<Judgement> {
  let seen: readonly [unknown, unknown] = [undefined, undefined];
  for (const pause of [0, SHOWN_AFTER]) {
    await write();
    if (pause > 0) await story.pass(pause);
    const before = await read();
    await refused();
    const after = await story.eventually(read, (shown) => isDeepStrictEqual(before, shown));
    if (isDeepStrictEqual(before, after)) return upheld;
    seen = [before, after];
  }
  return broken("the same as before the refused requests", difference(...seen));
}
