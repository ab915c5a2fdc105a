import type { Failure } from "../failures/failure.ts";
import { SCENARIO_FORMAT, type Scenario } from "../stateful/scenario.ts";

/** The names of findings for stored failures: the fingerprint, numbered if several files have the same one. */
export function findingNames<T extends Failure | Scenario>(stored: readonly T[]): ReadonlyMap<T, string> {
  const counts = new Map<string, number>();
  return new Map(
    stored.map((one) => {
      const version = one.format === SCENARIO_FORMAT ? one.version : one.testCase.version;
      const key = `${version} ${one.fingerprint}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return [one, count === 1 ? one.fingerprint : `${one.fingerprint}-${count}`];
    }),
  );
}
