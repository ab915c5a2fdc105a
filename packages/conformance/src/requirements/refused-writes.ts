import { isDeepStrictEqual } from "node:util";
import type { Exchange } from "@plumbline/client";
import { received, wasAccepted, wasRefused } from "../expect/answers.ts";
import { broken } from "../judgement.ts";
import type { Story } from "../kernel/story.ts";
import { StoryStopped } from "../kernel/story-stopped.ts";
import { difference } from "../oracles/same.ts";
import { performs } from "./perform.ts";

type Step = NonNullable<Parameters<Story["ask"]>[1]>;

/**
 * Sends the story's own operation with bodies that are wrong in one respect, after the same write with a right body was
 * seen to work. With `read`, what can be read before and after must be the same. `undo` is told of a wrongly accepted one.
 */
export async function refusesBodies(
  told: Story,
  faults: Readonly<Record<string, Step>>,
  more: { readonly read?: () => Promise<unknown>; readonly undo?: (exchange: Exchange) => void } = {},
): Promise<void> {
  const operation = told.subject.operation.id;
  const plain = await performs(told, operation, {});
  if (!wasAccepted(plain))
    told.cannot(`the same request without a fault is not accepted (${received(plain)}), so its refusal says nothing`);
  const before = await more.read?.();
  for (const [name, step] of Object.entries(faults)) {
    const exchange = await told.ask(operation, { invalid: true, ...step });
    if (wasRefused(exchange)) continue;
    if (wasAccepted(exchange)) more.undo?.(exchange);
    throw new StoryStopped(broken(`4xx: ${name} must not be carried out`, received(exchange)));
  }
  const after = await more.read?.();
  if (!isDeepStrictEqual(before, after))
    throw new StoryStopped(broken("the same as before the refused requests", difference(before, after)));
}
