import { addressOf } from "../address-of.ts";
import type { Report } from "../report.ts";

/** Differences between the two runs themselves, any of which may explain differences between their checks. */
export function conditionsOf(before: Report, after: Report): readonly string[] {
  const sides: readonly (readonly [what: string, one: string, other: string])[] = [
    ["version of Plumbline", before.tool.version, after.tool.version],
    ["profile", before.target.profile, after.target.profile],
    ["kind of target", before.target.kind, after.target.kind],
    ["target", addressOf(before), addressOf(after)],
    ["interface versions", before.target.versions.join(", "), after.target.versions.join(", ")],
    ["faults", (before.target.faults ?? []).join(", "), (after.target.faults ?? []).join(", ")],
    ["selection", before.run.selection ?? "", after.run.selection ?? ""],
  ];
  return [
    ...sides
      .filter(([, one, other]) => one !== other)
      .map(([what, one, other]) => `the ${what} was ${one || "none"} and is ${other || "none"}`),
    ...[before, after].flatMap(({ outcome, run }) =>
      outcome === "interrupted" || outcome === "unreachable" ? [`run ${run.id} did not finish (${outcome})`] : [],
    ),
  ];
}
