import { OPERATION_IDS } from "@plumbline/schemas";
import type { Subject } from "../../ground/subject.ts";

/**
 * A part of a list, for one check of a rule with more requests than one check can send. Each operation starts at
 * another item, and the versions of an operation take adjacent parts.
 */
export function drawnFor<T>(
  { operation, version }: Subject,
  all: readonly T[],
  count: number,
  /** Starts this many items later. */
  further = 0,
): readonly T[] {
  const start = (OPERATION_IDS.indexOf(operation.id) + (version === "1.0" ? 0 : count) + further) % (all.length || 1);
  return [...all.slice(start), ...all.slice(0, start)].slice(0, count);
}
