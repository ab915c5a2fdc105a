import {
  type Check,
  emptyWorld,
  expectedWorld,
  leaves,
  neededOf,
  plan as planChecks,
  requirements,
  type Target,
  witnesses,
  writeOf,
} from "@plumbline/conformance";
import type { Command } from "../command.ts";
import { openTarget, TARGET_FLAGS } from "../targets/open-target.ts";
import { timeAt } from "../targets/rate.ts";
import { UsageError } from "../usage-error.ts";
import { planSummary } from "./plan-summary.ts";
import { selectionOf } from "./selection.ts";
import { SELECTION_FLAGS } from "./selection-flags.ts";

/** `plumbline plan`: shows what a run would check and cost, and which preconditions it lacks. */
export const plan: Command = {
  name: "plan",
  summary: "show the checks of a run without sending anything",
  opensTarget: "or-reference",
  flags: {
    ...TARGET_FLAGS,
    ...SELECTION_FLAGS,
    checks: { help: "one line for each check instead of each requirement" },
    json: { help: "print JSON, with each check" },
  },
  examples: [
    "plumbline plan",
    "plumbline plan --target target.yml --area TOKEN",
    "plumbline plan --target target.yml --only PAGE-ITEMS-REJECT --checks",
  ],
  run: async (given, terminal) => {
    const selection = selectionOf(given, requirements, terminal.environment);
    const { target, connection, close } = await openTarget(given, terminal);
    try {
      const { world, toBeFound } = expectedWorld(target, emptyWorld(target));
      const checks = planChecks(requirements, target, world, selection);
      if (checks.length === 0) throw new UsageError("nothing is selected: no check matches all the given flags");
      if (given.has("json")) {
        terminal.out(
          `${JSON.stringify(
            checks.map((check) => rowOf(check, toBeFound)),
            null,
            2,
          )}\n`,
        );
        return 0;
      }
      const along = witnesses(checks, requirements, target, world, selection);
      const { acceptDate } = target.contract.profile;
      const lines = [
        headline(checks, along, connection.rate),
        ...(acceptDate === undefined ? [] : [`The run requests version 2 of ${acceptDate}.`]),
        "",
        ...(given.has("checks") ? linesOf(checks, toBeFound) : planSummary(checks, toBeFound, terminal.outWidth)),
        ...staying([...checks, ...along], target),
        ...rewriting(checks),
      ];
      terminal.out(`${lines.join("\n")}\n`);
      return 0;
    } finally {
      await close();
    }
  },
};

function headline(checks: readonly Check[], along: readonly Check[], rate?: number): string {
  const most = [...checks, ...along].reduce((sum, check) => sum + check.requests, 0);
  const unjudged = along.length === 0 ? "" : `, and ${along.length} more because these need their answers`;
  const time = rate === undefined ? "" : ` At the permitted rate these take ${timeAt(most, rate)}.`;
  return `${checks.length} checks${unjudged}, at most ${most} requests before equal reads are shared.${time}`;
}

function rowOf(check: Check, toBeFound: ReadonlySet<string>): Readonly<Record<string, unknown>> {
  const { id, stage, risk, requests, obstacle } = check;
  const needed = neededOf(check, toBeFound);
  return {
    check: id,
    stage,
    risk,
    requests,
    ...(needed.length > 0 ? { "to-be-found": needed } : {}),
    ...(obstacle ? { [obstacle.kind]: obstacle.reason } : {}),
  };
}

function linesOf(checks: readonly Check[], toBeFound: ReadonlySet<string>): readonly string[] {
  const width = Math.max(...checks.map((check) => check.id.length));
  return checks.map((check) => {
    const { id, stage, risk, requests, obstacle } = check;
    const needed = neededOf(check, toBeFound);
    const found = needed.length > 0 ? `, to be found: ${needed.join(", ")}` : "";
    const what = obstacle ? `${obstacle.kind}: ${obstacle.reason}` : `up to ${requests} requests${found}`;
    return `${id.padEnd(width)}  ${stage.padEnd(14)}  ${risk.padEnd(6)}  ${what}`;
  });
}

/** Records that a run would leave on the target permanently: at most how many for each operation, and why they stay. */
function staying(checks: readonly Check[], target: Target): readonly string[] {
  const most = leaves(checks, target);
  const written = checks.filter(({ obstacle, work }) => obstacle === undefined && work.kind !== "watch");
  const operations = new Set([
    ...most.keys(),
    ...written.flatMap(({ subject }) => (subject ? [subject.operation.id] : [])),
  ]);
  const lines = [...operations].flatMap((operation) => {
    const effect = writeOf(operation)?.effect;
    const why = effect?.kind === "makes" || effect?.kind === "lasting" ? effect.stays : undefined;
    return why === undefined ? [] : [`  ${operation}: ${why}`];
  });
  if (lines.length === 0) return [];
  const counts = [...most].map(([operation, count]) => `${count} ${operation}`).join(", ");
  return [
    "",
    "Would stay on the target, as you permitted:",
    ...lines,
    ...(counts === "" ? [] : [`stays: ${counts} at most`]),
  ];
}

/** Things of the user that a run would change permanently, by check. */
function rewriting(checks: readonly Check[]): readonly string[] {
  const lines = checks.flatMap(({ id, obstacle, work }) =>
    obstacle !== undefined || work.kind !== "story" || work.story.rewrites === undefined
      ? []
      : [`  ${id} rewrites ${work.story.rewrites}`],
  );
  return lines.length === 0 ? [] : ["", "Would change for good, as you permitted:", ...lines];
}
