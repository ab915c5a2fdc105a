import type { Stage } from "../ground/stage.ts";
import type { Check } from "../plan/check.ts";
import type { Requirement } from "../rule/requirement.ts";
import { repeatedBy } from "./repeated-by.ts";

/** Sentences that say how the suite tests a requirement; `checks` are those of a target that lacks nothing. */
export function howChecked(requirement: Requirement, checks: readonly Check[]): readonly string[] {
  if (repeatedBy(requirement).kind === "traffic")
    return [
      "Only plumbline judge and plumbline proxy check it, in the traffic of clients; a run sends nothing for it.",
    ];
  switch (requirement.kind) {
    case "probe":
      return ["Independent requests, each with a known correct answer.", ...extent(checks)];
    case "watch":
      return [
        "It checks every answer of the run, no matter which check asked for it; the run sends nothing for this rule alone.",
        ...(requirement.each ? [`It must be seen on ${counted(checks)}.`] : []),
        ...(requirement.conditional
          ? ["It concerns optional behaviour: if the run never sees it, nothing is missing."]
          : []),
        ...(requirement.shownBy ? [`The checks of ${listed(requirement.shownBy)} get answers that show it.`] : []),
      ];
    case "story":
      return [
        "A story: a sequence of requests, each of which depends on those before it.",
        ...extent(checks),
        ...traces(checks),
      ];
    case "campaign":
      return [
        "A random search with a seed and a budget of requests: plumbline fuzz, or plumbline run --fuzz 2000.",
        "The seed determines every random choice, so each finding can be repeated.",
      ];
    case "silent":
      return requirement.notice === undefined
        ? ["It sends its own requests and records the server's behaviour, which cannot fail.", ...extent(checks)]
        : ["It records the server's behaviour from the answers to other checks, which cannot fail."];
    default:
      return requirement satisfies never;
  }
}

const STAGES: Readonly<Record<Stage, string>> = {
  read: "It runs in the first stage, which only reads.",
  "refused-reads": "The server must refuse its requests; if it did not, they would only read.",
  state: "It runs among the stories, after everything that only reads.",
  "refused-writes":
    "The server must refuse its writes. The run sends them after the stories, when it knows that valid writes work.",
  quota: "It uses up a quota, or must be the only writer, so it runs after all other checks.",
  campaigns: "The fuzzer's campaigns run after all checks.",
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
  return ["It deletes what it created, restores what it changed, and the run verifies both."];
}

const operationsOf = (checks: readonly Check[]): number =>
  new Set(checks.map(({ subject }) => subject?.operation.id)).size;

function amount(checks: readonly Check[]): string {
  const operations = operationsOf(checks);
  if (checks.length === 1) return "There is one check.";
  if (operations === 1) return `There are ${checks.length} checks, one for each version of one operation.`;
  return operations === checks.length
    ? `There are ${checks.length} checks, one for each operation.`
    : `There are ${checks.length} checks, one for each version of ${operations} operations.`;
}

function counted(checks: readonly Check[]): string {
  const operations = operationsOf(checks);
  return `${operations === 1 ? "its operation" : `each of ${operations} operations`}${checks.length > operations ? ", in every version" : ""}`;
}

function listed(ids: readonly string[]): string {
  return ids.length <= 1 ? ids.join("") : `${ids.slice(0, -1).join(", ")} and ${ids.at(-1) ?? ""}`;
}
