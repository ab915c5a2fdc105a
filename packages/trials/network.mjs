// Tests the program with a network or a server that stops working: real processes, the real clock.
//   node packages/trials/network.mjs stops --command run --only dies
//   node packages/trials/network.mjs memory
// Prints a line for each case and a summary; exits with 1 when any of them is bad.
import { parseArgs } from "node:util";

const PARTS = {
  stops: async (given) => {
    const { stop, stopTrials } = await import("./network/stops.mjs");
    return [stopTrials(given), stop];
  },
  memory: async (given) => {
    const { weigh, memoryTrials } = await import("./network/memory.mjs");
    return [memoryTrials(given), weigh];
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    command: { type: "string", default: "run" },
    /** Selects cases whose name contains this text. */
    only: { type: "string", default: "" },
    /** The number of details shown for a case. */
    show: { type: "string", default: "10" },
  },
});
const [part] = positionals;
if (positionals.length !== 1 || !Object.hasOwn(PARTS, part) || !["run", "fuzz"].includes(values.command)) {
  console.error(`usage: node network.mjs ${Object.keys(PARTS).join(" | ")} [--command run|fuzz] [--only TEXT]`);
  process.exit(2);
}
const [cases, trial] = await PARTS[part](values);
const show = Number(values.show);
let bad = 0;
for (const one of cases) {
  const { name, verdict, facts, details = [], bad: isBad } = await attempt(one);
  if (isBad) bad += 1;
  console.log(`${isBad ? "BAD " : "ok  "} ${name}: ${verdict}; ${facts}`);
  for (const detail of details.slice(0, show)) console.log(`       ${detail}`);
}
console.log(`${part}: ${cases.length} cases, ${bad} bad`);
process.exit(bad > 0 || cases.length === 0 ? 1 : 0);

/** A case that cannot be run counts as bad. */
async function attempt(one) {
  try {
    return await trial(one);
  } catch (error) {
    return { name: JSON.stringify(one), verdict: "broken", bad: true, facts: String(error?.stack ?? error) };
  }
}
