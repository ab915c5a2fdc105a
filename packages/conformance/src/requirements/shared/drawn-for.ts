import { OPERATION_IDS } from "@plumbline/schemas";
import type { Subject } from "../../ground/subject.ts";

/**
 * Some of a list for one check of a rule that no check can ask all of: the operations take turns, and the versions of an
 * operation ask for what follows one another.
 */
export function drawnFor<T>(
  { operation, version }: Subject,
  all: readonly T[],
  count: number,
  /** Begins so much further on. */
  further = 0,
): readonly T[] {
  const start = (OPERATION_IDS.indexOf(operation.id) + (version === "1.0" ? 0 : count) + further) % (all.length || 1);
  return [...all.slice(start), ...all.slice(0, start)].slice(0, count);
}
