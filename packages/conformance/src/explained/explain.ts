import type { RouteVersion } from "@plumbline/schemas";
import type { Check } from "../plan/check.ts";
import { checksOf } from "../plan/checks-of.ts";
import type { Requirement } from "../rule/requirement.ts";
import { basisWords } from "./basis-words.ts";
import type { Explanation, Place } from "./explanation.ts";
import { howChecked } from "./how-checked.ts";
import { howMended } from "./how-mended.ts";
import { obstacles } from "./obstacles.ts";
import { repeatedBy } from "./repeated-by.ts";
import { extremes } from "./supposed.ts";

/** Explains a requirement from its record alone, so that no text exists twice. Pure. */
export function explain(requirement: Requirement): Explanation {
  const ends = extremes();
  const { target, world, subjects } = ends.complete;
  const checks = checksOf(requirement, subjects, target, world);
  const places = placesOf(checks);
  return {
    restsOn: basisWords(requirement.basis),
    places,
    checked: [
      ...howChecked(requirement, checks),
      ...(requirement.mock === undefined
        ? []
        : [`It does not apply to a mock, which has no state, credentials or roles: ${requirement.mock}.`]),
    ],
    cases: casesOf(checks),
    obstacles: obstacles(requirement, checks, ends),
    mend: howMended(requirement, places),
    command: repeatedBy(requirement).command,
  };
}

function placesOf(checks: readonly Check[]): readonly Place[] {
  const versions = new Map<Place["operation"], RouteVersion[]>();
  for (const { subject } of checks) {
    if (subject === undefined) continue;
    const own = versions.get(subject.operation.id);
    if (own === undefined) versions.set(subject.operation.id, [subject.version]);
    else own.push(subject.version);
  }
  return [...versions].map(([operation, own]) => ({ operation, versions: own }));
}

/** The questions of the check that has the most of them. */
function casesOf(checks: readonly Check[]): readonly string[] {
  const named = checks.map(({ work }) => (work.kind === "cases" ? work.cases.map(({ name }) => name) : []));
  return [...new Set(named.reduce((most, own) => (own.length > most.length ? own : most), []))];
}
