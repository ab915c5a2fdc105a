import { isWriteId, type WriteId } from "@plumbline/schemas";
import { limitsOn } from "../ground/limits.ts";
import type { Target } from "../target/target.ts";
import { staysBehind } from "../writes/stays-behind.ts";
import { writeOf } from "../writes/table.ts";
import type { Check } from "./check.ts";

/**
 * How many records checks can leave on a target at most, by the create that makes them: as many as they could make if each of
 * their requests made one, and no more than the limit. Pure.
 */
export function leaves(checks: readonly Check[], target: Target): ReadonlyMap<WriteId, number> {
  const most = limitsOn(target);
  const sums = new Map<WriteId, number>();
  for (const check of checks) {
    const create = createOf(check);
    if (create === undefined) continue;
    const sum = (sums.get(create) ?? 0) + check.requests;
    sums.set(create, Math.min(sum, most[create] ?? sum));
  }
  return sums;
}

/** The create that a check sends whose records stay: its own operation, or the one that makes what that works on. */
function createOf({ obstacle, subject, work }: Check): WriteId | undefined {
  if (obstacle !== undefined || work.kind === "watch" || subject === undefined) return undefined;
  const { id } = subject.operation;
  return [id, writeOf(id)?.on?.create].find(
    (one): one is WriteId => one !== undefined && isWriteId(one) && staysBehind(one),
  );
}
