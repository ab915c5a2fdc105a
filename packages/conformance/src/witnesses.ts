import type { Check } from "./kernel/check.ts";
import { checksOf, permits, subjectsOf } from "./plan.ts";
import type { Requirement, Subject } from "./requirement.ts";
import { operationRule } from "./requirements/operation-rules.ts";
import type { Selection } from "./selection.ts";
import type { Target } from "./target/target.ts";
import type { World } from "./target/world.ts";

/**
 * Checks that a narrow selection leaves out and that bring the answers which its watches look at: without them, a rule
 * about all answers of an operation could not be asked for alone. They are sent like any other and not judged.
 */
export function witnesses(
  checks: readonly Check[],
  requirements: readonly Requirement[],
  target: Target,
  world: World,
  selection: Selection = {},
): readonly Check[] {
  const planned = new Set(checks.map(({ id }) => id));
  const watched = new Set<string>();
  const named = new Set<string>();
  for (const { requirement, subject, work, obstacle } of checks) {
    if (work.kind !== "watch" || obstacle !== undefined || subject === undefined) continue;
    watched.add(keyOf(subject));
    const own = requirement.kind === "watch" ? requirement.shownBy : undefined;
    for (const id of own ?? [operationRule(subject.operation.id, "PARAMS")]) named.add(id);
  }
  const subjects = subjectsOf(target, world).filter(
    ({ version }) => !selection.versions || version === "standalone" || selection.versions.includes(version),
  );
  return requirements
    .filter(({ id }) => named.has(id))
    .flatMap((requirement) => {
      const all = checksOf(requirement, subjects, target, world).filter(({ obstacle }) => obstacle === undefined);
      const there = all.filter(({ subject }) => subject !== undefined && watched.has(keyOf(subject)));
      // A story about one operation may be what brings the answers of another.
      return there.length > 0 ? there : all;
    })
    .filter((check) => !planned.has(check.id) && permits(selection, check));
}

const keyOf = ({ operation, version }: Subject): string => `${operation.id}/${version}`;
