import { setTimeout as pause } from "node:timers/promises";
import { inLines } from "./difference.mjs";
import { furnishings } from "./inventories/furnishings.mjs";
import { isNamed } from "./named.mjs";
import { openIn, redIn, runReported, tally } from "./reported.mjs";
import { openServed } from "./served.mjs";
import { isTrace, wholeDifference, wholeInventory } from "./whole-inventory.mjs";

const PERMITTED = { removable: ["create", "update", "delete"], costly: ["create", "update", "delete", "costly"] };
const SPEED = ["--speed", "60"];
/** A deleted index and an ended simulation are gone after this time, at this speed. */
const OVER_MILLISECONDS = 1_500;

/** Every server with each permission, for each seed; and one trial without any action, to test the inventory itself. */
export const inventoryTrials = ({ times, seed, only }) =>
  Array.from({ length: times }, (_, index) => seed + index)
    .flatMap((one) =>
      Object.keys(furnishings).flatMap((server) =>
        ["nothing", ...Object.keys(PERMITTED)].map((permitted) => ({
          server,
          permitted,
          seed: one,
          name: `${server}.${permitted}.seed-${one}`,
        })),
      ),
    )
    .filter(({ name }) => name.includes(only));

/** Compares a server before and after a run that can undo everything it does. */
export async function inventoryTrial({ name, server, permitted, seed }) {
  const served = await openServed({ seed, allow: PERMITTED[permitted] ?? [], more: SPEED });
  try {
    const more = (await furnishings[server](served, seed)) ?? {};
    const before = await wholeInventory(served, more);
    const ran = permitted === "nothing" ? { code: 0, said: "", seconds: 0, changes: [] } : await runReported(served);
    await pause(OVER_MILLISECONDS);
    const all = wholeDifference(before, await wholeInventory(served, more));
    const left = all.filter((one) => !isTrace(one));
    const traces = all.filter((one) => isTrace(one) && !ran.changes.some(({ id }) => id === one.id));
    const open = openIn(ran.changes);
    const unnamed = left.filter((one) => !isNamed(one, namedText(ran, open)));
    const vague = left.filter((one) => !unnamed.includes(one) && one.member !== undefined && !tells(ran, open, one));
    const unfounded = open.filter(
      ({ id }) => !all.some((one) => [one.id, one.name, ...one.place.split("/")].includes(id)),
    );
    const problems = [
      ...inLines(unnamed).map((text) => `unnamed: ${text}`),
      ...inLines(vague).map((text) => `named without the member: ${text}`),
      ...inLines(traces).map((text) => `written to and not named: ${text}`),
      ...unfounded.map(({ operation, id, state }) => `named and not different: ${operation} ${id} ${state}`),
      ...redIn(ran.report).map(({ text }) => `red although the server is honest: ${text}`),
      ...(left.length > 0 && ran.code !== 7 ? [`exit ${ran.code} although something differs`] : []),
      ...(left.length === 0 && ran.code !== 0 && ran.code !== 3 ? [`exit ${ran.code}: ${ran.said.slice(-300)}`] : []),
    ];
    return {
      name,
      verdict: problems.length > 0 ? verdictOf(left, unnamed) : left.length > 0 ? "named" : "equal",
      bad: problems.length > 0,
      facts:
        `${Object.keys(before).length} reads, exit ${ran.code} in ${ran.seconds.toFixed(0)} s, changes ` +
        `${tally(ran.changes, ({ state }) => state)}, ${left.length} differences, ${unnamed.length} unnamed, ` +
        `${vague.length} vague, ${all.length - left.length} traces`,
      details: problems,
    };
  } finally {
    await served.close();
  }
}

const verdictOf = (left, unnamed) => (unnamed.length > 0 ? "SILENT" : left.length > 0 ? "vague" : "odd");

/** The texts that readers get: the terminal, and the entries of the report that are not undone. */
const namedText = ({ said }, open) => [said, ...open.map((change) => JSON.stringify(change))].join("\n");

/** Whether the texts mention the member too, by its name or by its earlier value. */
function tells({ said }, open, { id, place, member, before }) {
  const places = [id, ...place.split("/")];
  const lines = [...said.split("\n"), ...open.map((change) => JSON.stringify(change))].filter((line) =>
    places.some((one) => one !== "" && line.includes(one)),
  );
  return lines.some((line) => line.includes(member) || line.includes(String(before)));
}
