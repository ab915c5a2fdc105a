import type { Subject } from "../ground/subject.ts";
import { operationRule } from "../rule/operation-rule.ts";
import type { Requirement } from "../rule/requirement.ts";
import { subjectsOf } from "../target/subjects-of.ts";
import type { Target } from "../target/target.ts";
import type { World } from "../target/world.ts";
import { byRequirement } from "./by-requirement.ts";
import type { Check } from "./check.ts";
import { checksOf } from "./checks-of.ts";
import { permits, type Selection, selectsVersion } from "./selection.ts";

/**
 * Checks outside a narrow selection that send the requests which the selected invariants look at. Without them, a user
 * could not select an invariant alone. The run sends them like any other check and does not judge them.
 */
export function witnesses(
  checks: readonly Check[],
  requirements: readonly Requirement[],
  target: Target,
  world: World,
  selection: Selection = {},
): readonly Check[] {
  const planned = new Set(checks.map(({ id }) => id));
  const subjects = subjectsOf(target, world).filter((subject) => selectsVersion(selection, subject));
  const checksFor = memo((id: string) =>
    requirements
      .filter((requirement) => requirement.id === id)
      .flatMap((requirement) => checksOf(requirement, subjects, target, world))
      .filter((check) => check.obstacle === undefined && permits(selection, check)),
  );
  const wanted = [...byRequirement(checks)].flatMap(([requirement, own]) => {
    const watching = own.filter(({ work, obstacle }) => work.kind === "watch" && obstacle === undefined);
    const watched = new Set(watching.flatMap(({ subject }) => (subject ? [keyOf(subject)] : [])));
    const named = requirement.kind === "watch" ? requirement.shownBy : undefined;
    const ids =
      named ?? watching.flatMap(({ subject }) => (subject ? [operationRule(subject.operation.id, "PARAMS")] : []));
    const all = watched.size === 0 ? [] : [...new Set(ids)].flatMap(checksFor);
    const there = all.filter(({ subject }) => subject !== undefined && watched.has(keyOf(subject)));
    // If no check is about a watched operation, a story about another operation gets the answers.
    return there.length > 0 ? there : all;
  });
  return [...new Map(wanted.map((check) => [check.id, check])).values()].filter(({ id }) => !planned.has(id));
}

const keyOf = ({ operation, version }: Subject): string => `${operation.id}/${version}`;

function memo<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}
