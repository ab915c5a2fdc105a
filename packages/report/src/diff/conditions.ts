import type { Report } from "../report.ts";

/** How the two runs differ before any check is looked at; each difference may explain those of the checks. */
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

/** A target that the run itself starts has another free port every time, so its name stands for it. */
function addressOf({ target }: Report): string {
  return target.kind === "url" ? target.url : target.name;
}
