import type { Verdict } from "@plumbline/report";
import type { Check } from "../plan/check.ts";
import { fixturesFor } from "../target/fixtures-for.ts";
import type { World } from "../target/world.ts";
import { writeOf } from "../writes/table.ts";

/**
 * What is found broken with a record that the run knew and that changed or vanished beside some other write is no finding: the
 * write is to blame, and named for that.
 * @param whyLost how a record came to be another although nothing addressed it
 */
export function bereft(
  verdict: Verdict,
  { subject }: Pick<Check, "subject">,
  world: World,
  whyLost: (id: string) => string | undefined,
): Verdict {
  if (subject === undefined || !["fail", "warn", "flaky"].includes(verdict.outcome)) return verdict;
  const { id: operation, pathParameters } = subject.operation;
  const fixtures: Readonly<Record<string, string | undefined>> = fixturesFor(world, operation);
  const needed = [...pathParameters.map(({ name }) => name), ...(writeOf(operation)?.names ?? [])];
  const [lost] = needed.flatMap((name) => {
    const id = fixtures[name];
    const why = id === undefined ? undefined : whyLost(id);
    return why === undefined ? [] : [`${name} ${id} is not what it was: ${why}`];
  });
  if (lost === undefined) return verdict;
  const { check, requirement, operation: named, version, evidence, replay } = verdict;
  return {
    check,
    requirement,
    ...(named !== undefined && { operation: named }),
    ...(version !== undefined && { version }),
    evidence,
    ...(replay !== undefined && { replay }),
    outcome: "could-not-run",
    reason: lost,
  };
}
