import { isWriteId, type WriteId } from "@plumbline/schemas";
import { limitsOn } from "../ground/limits.ts";
import { isLent, lentBy } from "../target/lendable.ts";
import type { Target } from "../target/target.ts";
import { staysBehind } from "../writes/stays-behind.ts";
import { writeOf } from "../writes/table.ts";
import type { Check } from "./check.ts";
import { wantedFixtures } from "./wanted-fixtures.ts";

/**
 * The most records that a run can leave on a target, by the create. It assumes that each request of a check leaves one,
 * adds one for a record that the run may have to create first, and applies the limits. Pure.
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

/**
 * The create of a check whose records stay: its own operation, or the one that creates the record for that operation.
 */
function createOf({ obstacle, subject, work }: Check): WriteId | undefined {
  if (obstacle !== undefined || work.kind === "watch" || subject === undefined) return undefined;
  const { id } = subject.operation;
  return [id, writeOf(id)?.on?.create].find(
    (one): one is WriteId => one !== undefined && isWriteId(one) && staysBehind(one),
  );
}
