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
    if (requirement.kind === "watch" && requirement.shownBy) for (const id of requirement.shownBy) named.add(id);
    else watched.add(ofParameters(subject));
  }
  const subjects = subjectsOf(target, world).filter(
    ({ version }) => !selection.versions || version === "standalone" || selection.versions.includes(version),
  );
  const asksWatched = ({ requirement, subject }: Check): boolean =>
    named.has(requirement.id) || (subject !== undefined && watched.has(ofParameters(subject)));
  return requirements
    .filter(({ id }) => named.has(id) || id.endsWith("-PARAMS"))
    .flatMap((requirement) => checksOf(requirement, subjects, target, world))
    .filter((check) => asksWatched(check) && check.obstacle === undefined && !planned.has(check.id))
    .filter((check) => permits(selection, check));
}

/** The rule that asks an operation in every way that its parameters allow, in one version. */
const ofParameters = ({ operation, version }: Subject): string => `${operationRule(operation.id, "PARAMS")}/${version}`;
