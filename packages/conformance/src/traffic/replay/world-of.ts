import { emptyWorld } from "../../target/empty-world.ts";
import { FIXTURES, type Fixture } from "../../target/fixtures.ts";
import { OWN_FIXTURES } from "../../target/fixtures-for.ts";
import type { Target } from "../../target/target.ts";
import type { World } from "../../target/world.ts";
import type { Asker } from "../passed.ts";
import type { Stretch, Taken } from "./stretch.ts";

/**
 * * The world as one caller's successful reads show it. Each fixture is the stated one if the caller read it, otherwise
 * the value that the caller used most often.
 */
export function worldOf({ taken }: Stretch, asker: Asker, target: Target): World {
  const own = taken.filter((one) => one.asker === asker && one.recognised.route.method === "GET");
  const project = mostOf(own.map(({ recognised }) => decoded(recognised.captured["groupId"])));
  const inProject = own.filter(({ recognised: { captured } }) =>
    [undefined, project].includes(decoded(captured["groupId"])),
  );
  const found = new Map<Fixture, string[]>();
  for (const { recognised } of inProject)
    for (const [parameter, raw] of Object.entries(recognised.captured)) {
      const name = OWN_FIXTURES[recognised.operation]?.[parameter as Fixture] ?? parameter;
      const value = decoded(raw);
      if (isFixture(name) && value !== undefined) found.set(name, [...(found.get(name) ?? []), value]);
    }
  const seen = [...found].map(([name, values]) => {
    const stated = target.fixtures[name];
    return [name, stated !== undefined && values.includes(stated) ? stated : mostOf(values)] as const;
  });
  const world = emptyWorld(target);
  return { ...world, fixtures: { ...world.fixtures, ...Object.fromEntries(seen) }, records: recordsIn(inProject) };
}

function recordsIn(taken: readonly Taken[]): World["records"] {
  const most: Partial<Record<"listAlertConfigs" | "listAlerts", number>> = {};
  for (const { recognised, records } of taken)
    if (recognised.operation === "listAlertConfigs" || recognised.operation === "listAlerts")
      most[recognised.operation] = Math.max(most[recognised.operation] ?? 0, records);
  return most;
}

const isFixture = (name: string): name is Fixture => FIXTURES.some((one) => one === name);

function decoded(raw: string | undefined): string | undefined {
  try {
    return raw === undefined ? undefined : decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}

/** The most frequent value. */
export function mostOf<T>(values: readonly (T | undefined)[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}
