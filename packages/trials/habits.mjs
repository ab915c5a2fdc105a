// Tests that the suite accuses no server that is correct in unusual ways, each derived from the description.
//   node packages/trials/habits.mjs [--only ID,ID] [--lanes 1] [--seed 1] [--spare]
// `--spare` selects those that are similar to another one. Prints a line for each, with the failed checks; exits with 1
// when a MUST fails. Servers with real delays, such as a list that is a second old, are judged at normal speed.
import { parseArgs } from "node:util";
import { openDefective } from "./defects/serving.mjs";
import { habits, spare } from "./habits/habits.mjs";
import { inLanes } from "./safety/lanes.mjs";
import { runReported } from "./safety/reported.mjs";

const MOST_NAMED = 6;
/** A delay in real seconds is a delay of minutes for a server that runs sixty times as fast. */
const SLOW = /stale|late|created-not-yet|slow|busy|eventual|counts-removed|still-found|pends/;

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    lanes: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
    spare: { type: "boolean", default: false },
  },
});
const only = values.only.split(",").filter(Boolean);
const chosen = (values.spare ? spare : habits).filter(({ id }) => only.length === 0 || only.includes(id));

async function judged(habit) {
  const more = SLOW.test(habit.id) ? [] : ["--speed", "60"];
  const served = await openDefective({ seed: Number(values.seed), defect: habit, more });
  try {
    const { code, seconds, report } = await runReported(served);
    const checks = (outcome) =>
      (report?.verdicts ?? []).filter((verdict) => verdict.outcome === outcome).map(({ check }) => check);
    return {
      code,
      seconds,
      failed: checks("fail"),
      warned: checks("warn"),
      idle: checks("could-not-run").length,
      served,
    };
  } finally {
    await served.close();
  }
}

function lineOf(id, { code, failed, idle, seconds, served, warned }) {
  const state = failed.length > 0 ? "RED " : warned.length > 0 ? "warn" : "ok  ";
  const named = [...failed, ...warned].slice(0, MOST_NAMED).join(" ");
  const more = failed.length + warned.length - MOST_NAMED;
  const facts = `exit ${code}, shown ${served.shown()} times, ${idle} could not run, ${seconds.toFixed(0)} s`;
  return `${state} ${id.padEnd(28)} ${facts} ${named}${more > 0 ? ` and ${more} more` : ""}`.trimEnd();
}

let red = 0;
await inLanes(chosen, Number(values.lanes), async (habit) => {
  const result = await judged(habit);
  if (result.failed.length > 0) red += 1;
  console.log(lineOf(habit.id, result));
});
console.log(`${red} of ${chosen.length} are accused`);
process.exit(red > 0 || chosen.length === 0 ? 1 : 0);
