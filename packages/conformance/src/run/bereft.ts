import type { Verdict } from "@plumbline/report";
import type { Check } from "../plan/check.ts";
import { fixturesFor } from "../target/fixtures-for.ts";
import type { World } from "../target/world.ts";
import { writeOf } from "../writes/table.ts";

/** Tells how records changed although nothing addressed them. */
export interface Losses {
  whyLost(id: string): string | undefined;
  /** The same for the records that were made for a check. */
  whyDisturbed(check: string): string | undefined;
}

/**
 * Replaces a failure by `could-not-run` if a record that the check needs changed or vanished during a write that did
 * not address it. Another requirement reports that write.
 */
export function bereft(
  verdict: Verdict,
  { subject, requirement: rule }: Pick<Check, "subject" | "requirement">,
  world: World,
  losses: Losses,
): Verdict {
  if (subject === undefined || !["fail", "warn", "flaky"].includes(verdict.outcome)) return verdict;
  // These rules judge the harm that writes do to other records, so losses do not excuse them.
  if (("late" in rule && rule.late) || ("judgesLosses" in rule && rule.judgesLosses)) return verdict;
  const { id: operation, pathParameters } = subject.operation;
  const fixtures: Readonly<Record<string, string | undefined>> = fixturesFor(world, operation);
  const needed = [...pathParameters.map(({ name }) => name), ...(writeOf(operation)?.names ?? [])];
  const [known] = needed.flatMap((name) => {
    const id = fixtures[name];
    const why = id === undefined ? undefined : losses.whyLost(id);
    return why === undefined ? [] : [`${name} ${id} has changed: ${why}`];
  });
  const lost = known ?? losses.whyDisturbed(verdict.check);
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
