import { writeOf } from "../writes/table.ts";
import type { Check } from "./check.ts";

/**
 * Whether a check belongs to a shard. The checks of one operation stay together so that they share reads, and the
 * stories of one lane stay together because they use the same fixture.
 */
export function inShard(check: Check, { index, of }: { readonly index: number; readonly of: number }): boolean {
  const operation = check.subject?.operation.id;
  const { lane, fallbackLane } = check.work.kind === "story" ? check.work.story : {};
  return (
    hash(lane ?? (operation && writeOf(operation)?.lane) ?? fallbackLane ?? operation ?? check.id) % of === index - 1
  );
}

/** FNV-1a, 32 bits: the same on every machine. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value;
}
