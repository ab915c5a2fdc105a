import type { Stage } from "../ground/stage.ts";
import type { Check } from "../plan/check.ts";
import type { Requirement } from "../rule/requirement.ts";
import { repeatedBy } from "./repeated-by.ts";

/** How a rule is looked at, in sentences; `checks` are those of a target that lacks nothing. */
export function howChecked(requirement: Requirement, checks: readonly Check[]): readonly string[] {
  if (repeatedBy(requirement).kind === "traffic")
    return [
      "It is looked at in the traffic of clients, which plumbline judge and plumbline proxy are given; a run sends nothing for it.",
    ];
  switch (requirement.kind) {
    case "probe":
      return ["Independent requests, each with an answer that is known beforehand.", ...extent(checks)];
    case "watch":
      return [
        "Every answer of the run is looked at, whoever asked for it; nothing is sent for this rule alone.",
        ...(requirement.each ? [`It has to be seen on ${counted(checks)}.`] : []),
        ...(requirement.conditional ? ["It speaks of what a server need not do: never having seen it is no gap."] : []),
        ...(requirement.shownBy ? [`The checks of ${listed(requirement.shownBy)} bring answers that show it.`] : []),
      ];
    case "story":
      return ["A story: requests of which each depends on those before it.", ...extent(checks), ...traces(checks)];
    case "campaign":
      return [
        "A seeded search within a budget of requests: plumbline fuzz, or plumbline run --fuzz 2000.",
        "The seed decides every draw, so that whatever is found can be asked again.",
      ];
    case "silent":
      return requirement.notice === undefined
        ? ["Requests of its own show what the server does. That is noted, and cannot fail.", ...extent(checks)]
        : ["What the server does is noted from answers that were asked for other reasons, and cannot fail."];
    default:
      return requirement satisfies never;
  }
}

const STAGES: Readonly<Record<Stage, string>> = {
  read: "It runs in the first stage, which only reads.",
  "refused-reads": "Its requests have to be refused; they would only read if they were not.",
  state: "It runs among the stories, after everything that only reads.",
  "refused-writes": "Its writes have to be refused. They are sent after the stories, when writes are known to work.",
  quota: "It uses up a quota, or needs that nobody else writes, so it comes last of all checks.",
  campaigns: "Campaigns have the server when every check is done.",
};

function extent(checks: readonly Check[]): readonly string[] {
  const requests = Math.max(0, ...checks.map((check) => check.requests));
  const stages = [...new Set(checks.map(({ stage }) => stage))].map((stage) => STAGES[stage]);
  return [
    `${amount(checks)} Each sends at most ${requests === 1 ? "one request" : `${requests} requests`}.`,
    ...stages,
  ];
}

function traces(checks: readonly Check[]): readonly string[] {
  if (checks.every(({ risk }) => risk === "read")) return [];
  return ["What it makes it removes again, what it changes it puts back, and the run looks at both."];
}

const operationsOf = (checks: readonly Check[]): number =>
  new Set(checks.map(({ subject }) => subject?.operation.id)).size;

function amount(checks: readonly Check[]): string {
  const operations = operationsOf(checks);
  if (checks.length === 1) return "There is one check.";
  if (operations === 1) return `There are ${checks.length} checks, one for each version of one operation.`;
  return operations === checks.length
    ? `There are ${checks.length} checks, one for each of so many operations.`
    : `There are ${checks.length} checks, one for each version of ${operations} operations.`;
}

function counted(checks: readonly Check[]): string {
  const operations = operationsOf(checks);
  return `${operations === 1 ? "its operation" : `each of ${operations} operations`}${checks.length > operations ? ", in every version" : ""}`;
}

function listed(ids: readonly string[]): string {
  return ids.length <= 1 ? ids.join("") : `${ids.slice(0, -1).join(", ")} and ${ids.at(-1) ?? ""}`;
}
