import type { Fixture } from "../target/fixtures.ts";
import { OWN_FIXTURES } from "../target/fixtures-for.ts";
import { writeOf } from "../writes/table.ts";
import type { Check } from "./check.ts";
import { needsOf } from "./obstacle.ts";

/** Fixtures in which stories work. Stories create the records in them. */
const PLACES: readonly string[] = ["groupId", "clusterName", "databaseName", "collectionName"];

/** The fixtures that checks need in any way, known or unknown. Pure. */
export function wantedFixtures(checks: readonly Check[]): readonly Fixture[] {
  const wanted = checks.flatMap(({ requirement, subject, work }) => {
    const needs = needsOf(requirement, subject).flatMap((need) => (need.kind === "fixture" ? [need.name] : []));
    if (subject === undefined) return needs;
    const { id, pathParameters } = subject.operation;
    const names = pathParameters.map(({ name }) => name as Fixture);
    // An invariant needs an answer, so other checks must be able to address the record.
    const places = work.kind === "watch" ? names : names.filter((name) => PLACES.includes(name));
    return [...needs, ...places, ...(writeOf(id)?.names ?? [])].map((name) => OWN_FIXTURES[id]?.[name] ?? name);
  });
  return [...new Set(wanted)];
}
