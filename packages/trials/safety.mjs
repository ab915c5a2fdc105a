// Tests the effects of the program on a server that belongs to others, seen from outside: real processes, the real
// clock.
//   node packages/trials/safety.mjs kills --command run --times 50
//   node packages/trials/safety.mjs hostile | permissions | journals | two-runs
//   node packages/trials/safety.mjs inventory --times 10
//   node packages/trials/safety.mjs removals | gateways | stays
//   node packages/trials/safety.mjs bystanders --times 100   every fault; without it, three per operation
//   node packages/trials/safety.mjs bystanders --every 3     damage at every third write, which the first check misses
// Prints a line for each case and a summary; exits with 1 when any of them is bad.
import { parseArgs } from "node:util";
import { inLanes } from "./safety/lanes.mjs";

const PARTS = {
  kills: async (given) => {
    const { kill, killTrials } = await import("./safety/kills.mjs");
    return [killTrials(given), kill];
  },
  hostile: async (given) => {
    const { hostileTrials, trouble } = await import("./safety/hostile.mjs");
    return [hostileTrials(given), trouble];
  },
  permissions: async (given) => {
    const { permissionTrial, permissionTrials } = await import("./safety/permissions.mjs");
    const { forbidden, close } = permissionTrial();
    return [permissionTrials(given), forbidden, close];
  },
  journals: async (given) => {
    const { journalTrial, journalTrials } = await import("./safety/journals.mjs");
    const { crafted, close } = journalTrial();
    return [journalTrials(given), crafted, close];
  },
  "two-runs": async (given) => {
    const { twoRuns, twoRunsTrials } = await import("./safety/two-runs.mjs");
    return [twoRunsTrials(given), twoRuns];
  },
  inventory: async (given) => {
    const { inventoryTrial, inventoryTrials } = await import("./safety/inventories.mjs");
    return [inventoryTrials(given), inventoryTrial];
  },
  bystanders: async (given) => {
    const { bystander, bystanderTrials } = await import("./safety/bystanders.mjs");
    return [bystanderTrials(given), bystander];
  },
  removals: async (given) => {
    const { removalTrial, removalTrials } = await import("./safety/removals.mjs");
    return [removalTrials(given), removalTrial];
  },
  gateways: async (given) => {
    const { gatewayTrial, gatewayTrials } = await import("./safety/gateways.mjs");
    return [gatewayTrials(given), gatewayTrial];
  },
  stays: async (given) => {
    const { staysTrial, staysTrials } = await import("./safety/stays.mjs");
    return [staysTrials(given), staysTrial];
  },
};

/** The default number of trials, for parts where it can be chosen. */
const USUAL = { kills: 10, journals: 200, "two-runs": 2, inventory: 1, bystanders: 3, gateways: 1, stays: 1 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    command: { type: "string", default: "run" },
    times: { type: "string" },
    seed: { type: "string", default: "1" },
    /** Selects cases whose name contains this text. */
    only: { type: "string", default: "" },
    /** Kills: permits only records that can be deleted or restored at once. */
    removable: { type: "boolean", default: false },
    lanes: { type: "string", default: "1" },
    /** Bystanders: does damage only at every Nth matching write. */
    every: { type: "string", default: "1" },
    /** The number of differences shown for a case. */
    show: { type: "string", default: "20" },
    help: { type: "boolean", default: false },
  },
});
const usage = `usage: node safety.mjs ${Object.keys(PARTS).join(" | ")} [--command run|fuzz] [--times N] [--seed N]
  [--only TEXT] [--removable] [--lanes N] [--every N] [--show N]`;
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const [part] = positionals;
if (positionals.length !== 1 || !Object.hasOwn(PARTS, part) || !["run", "fuzz"].includes(values.command)) {
  console.error(usage);
  process.exit(2);
}

const { command, only, removable } = values;
const [times, seed, lanes, show] = [values.times ?? USUAL[part], values.seed, values.lanes, values.show].map(Number);
const [cases, trial, close = () => undefined] = await PARTS[part]({
  command,
  times,
  seed,
  only,
  removable,
  every: Number(values.every),
});
const began = performance.now();
const verdicts = new Map();
let bad = 0;
await inLanes(cases, lanes, attempt, ({ name, verdict, facts, details = [], bad: isBad }) => {
  if (isBad) bad += 1;
  verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
  console.log(`${isBad ? "BAD " : "ok  "} ${name}: ${verdict}; ${facts}`);
  for (const detail of details.slice(0, show)) console.log(`       ${detail}`);
  if (details.length > show) console.log(`       and ${details.length - show} more`);
});
await close();
const counts = [...verdicts].map(([verdict, count]) => `${count} ${verdict}`).join(", ");
const seconds = ((performance.now() - began) / 1_000).toFixed(0);
console.log(`${part}: ${cases.length} cases, ${bad} bad (${counts || "nothing to do"}) in ${seconds} s`);
process.exit(bad > 0 || cases.length === 0 ? 1 : 0);

/** A case that cannot be run counts as bad. */
async function attempt(one) {
  try {
    return await trial(one);
  } catch (error) {
    return {
      name: JSON.stringify(one).slice(0, 120),
      verdict: "broken",
      bad: true,
      facts: String(error?.stack ?? error),
    };
  }
}
