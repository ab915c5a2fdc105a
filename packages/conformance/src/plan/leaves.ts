import { isWriteId, type WriteId } from "@plumbline/schemas";
import { limitsOn } from "../ground/limits.ts";
import { isLent, lentBy } from "../target/lendable.ts";
import type { Target } from "../target/target.ts";
import { staysBehind } from "../writes/stays-behind.ts";
import { writeOf } from "../writes/table.ts";
import type { Check } from "./check.ts";
import { wantedFixtures } from "./wanted-fixtures.ts";

/**
 * How many records a run can leave on a target at most, by the create that makes them: as many as its checks could make if
 * each of their requests made one, one more where they need one that may have to be created first, and no more than the limit.
 * Pure.
 */
export function leaves(checks: readonly Check[], target: Target): ReadonlyMap<WriteId, number> {
  const most = limitsOn(target);
  const sums = new Map<WriteId, number>();
  const add = (create: WriteId, records: number): void => {
    const sum = (sums.get(create) ?? 0) + records;
    sums.set(create, Math.min(sum, most[create] ?? sum));
  };
  for (const check of checks) {
    const create = createOf(check);
    if (create !== undefined) add(create, check.requests);
  }
  const able = checks.filter(({ obstacle }) => obstacle === undefined);
  const lent = wantedFixtures(able).filter((name) => target.fixtures[name] === undefined && isLent(name, target));
  for (const create of new Set(lent.map(lentBy))) if (create !== undefined && staysBehind(create)) add(create, 1);
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
