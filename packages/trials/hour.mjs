// The first hour: the author of a partial server who has never seen the suite, has its commands alone, and mends one mistake
// after another until a run passes. Each of the five mistakes has a card of its own, which goes when it is mended.
//   node packages/trials/hour.mjs [--only minimal,roles,partial] [--detail] [--keep]
// A line for each step, and one for each thing that is known not to be so; exit 1 when anything else is not as it should be.
import { parseArgs } from "node:util";
import { hourWith } from "./hour/first-hour.mjs";
import { servers } from "./hour/servers.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    /** Prints each card. */
    detail: { type: "boolean", default: false },
    /** Keeps the reports. */
    keep: { type: "boolean", default: false },
  },
});
const wanted = values.only.split(",").filter((name) => name !== "");
const chosen = servers.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
if (chosen.length === 0) {
  console.error(`nothing is named ${values.only}; there are ${servers.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}

const began = performance.now();
const counts = { commands: 0, found: 0, bad: 0, known: new Set() };
for (const server of chosen) await hourWith(server, counts, values);
for (const text of counts.known) console.log(`known: ${text}`);
const mistakes = chosen.flatMap((server) => server.mistakes).length;
const seconds = Math.round((performance.now() - began) / 1_000);
const known = counts.known.size === 0 ? "" : `, ${counts.known.size} known`;
console.log(
  `hour: ${chosen.length} servers, ${mistakes} mistakes, ${counts.found} found, ${counts.commands} commands, ${seconds} s${known}, ${counts.bad} bad`,
);
process.exitCode = counts.bad === 0 ? 0 : 1;
