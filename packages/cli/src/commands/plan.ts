import {
  type Check,
  emptyWorld,
  leaves,
  plan as planChecks,
  requirements,
  type Target,
  witnesses,
  writeOf,
} from "@plumbline/conformance";
import type { Command } from "../command.ts";
import { openTarget, TARGET_FLAGS } from "../targets/open-target.ts";
import { UsageError } from "../usage-error.ts";
import { selectionOf } from "./selection.ts";
import { SELECTION_FLAGS } from "./selection-flags.ts";

export const plan: Command = {
  name: "plan",
  summary: "show the checks of a run without sending anything",
  opensTarget: "or-reference",
  flags: { ...TARGET_FLAGS, ...SELECTION_FLAGS, json: { help: "as JSON" } },
  examples: ["plumbline plan", "plumbline plan --target target.yml --area TOKEN"],
  run: async (given, terminal) => {
    const selection = selectionOf(given, requirements, terminal.environment);
    const { target, close } = await openTarget(given, terminal);
    try {
      const world = emptyWorld(target);
      const checks = planChecks(requirements, target, world, selection);
      if (checks.length === 0) throw new UsageError("nothing is selected: no check matches the given flags together");
      const rows = checks.map(({ id, stage, risk, requests, obstacle }) => ({
        check: id,
        stage,
        risk,
        requests,
        ...(obstacle ? { [obstacle.kind]: obstacle.reason } : {}),
      }));
      if (given.has("json")) {
        terminal.out(`${JSON.stringify(rows, null, 2)}\n`);
        return 0;
      }
      const width = Math.max(...checks.map((check) => check.id.length));
      for (const { id, stage, risk, requests, obstacle } of checks) {
        terminal.out(
          `${id.padEnd(width)}  ${stage.padEnd(14)}  ${risk.padEnd(6)}  ${obstacle ? `${obstacle.kind}: ${obstacle.reason}` : `up to ${requests} requests`}\n`,
        );
      }
      const along = witnesses(checks, requirements, target, world, selection);
      for (const line of [...staying([...checks, ...along], target), ...rewriting(checks)]) terminal.out(`${line}\n`);
      const most = [...checks, ...along].reduce((sum, check) => sum + check.requests, 0);
      const { acceptDate } = target.contract.profile;
      if (acceptDate !== undefined) terminal.out(`\nVersion 2 is asked for at ${acceptDate}.\n`);
      const unjudged = along.length === 0 ? "" : `, ${along.length} more for the answers they bring`;
      terminal.out(
        `\n${checks.length} checks${unjudged}, at most ${most} requests before equal reads are shared. What the list operations would find is not known to a plan.\n`,
      );
      return 0;
    } finally {
      await close();
    }
  },
};

/** What such a run would leave on the target for good, by operation: how many records at most, and why they stay. */
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
    "What stays on the target, as is permitted:",
    ...lines,
    ...(counts === "" ? [] : [`stays: ${counts} at most`]),
  ];
}

/** What of the user's such a run would change for good, by check. */
function rewriting(checks: readonly Check[]): readonly string[] {
  const lines = checks.flatMap(({ id, obstacle, work }) =>
    obstacle !== undefined || work.kind !== "story" || work.story.rewrites === undefined
      ? []
      : [`  ${id} rewrites ${work.story.rewrites}`],
  );
  return lines.length === 0 ? [] : ["", "What of yours is changed and not put back, as is permitted:", ...lines];
}
