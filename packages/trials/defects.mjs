// Measures how many realistic defects of a server the suite detects. Each defect is simulated in front of a server that
// is otherwise correct, and the suite judges both together.
//   node packages/trials/defects.mjs [--only TEXT] [--from N] [--of N] [--command run|fuzz] [--requests 2000] [--lanes
//     1] [--seed 1]
// `--only` selects by part of an id or a group, `--from` and `--of` select a part of the list. Prints a line for each:
// the outcome of the run, its number of requests, and how often the defect appeared. Exits with 1 when the server
// without a defect is called wrong; undetected defects do not change the exit code.
import { parseArgs } from "node:util";
import { defects } from "./defects/defects.mjs";
import { judged } from "./defects/serving.mjs";
import { inLanes } from "./safety/lanes.mjs";

const MOST_NAMED = 5;
const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    from: { type: "string", default: "1" },
    of: { type: "string", default: String(defects.length) },
    command: { type: "string", default: "run" },
    requests: { type: "string", default: "2000" },
    lanes: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
  },
});
const how = { command: values.command, seed: Number(values.seed), requests: Number(values.requests) };
const from = Number(values.from) - 1;
const chosen = defects
  .slice(from, from + Number(values.of))
  .filter(({ id, group }) => id.includes(values.only) || group === values.only);

/** A run with any outcome other than right or wrong has also detected something. */
function outcomeOf({ code, warned }) {
  if (code === 1) return "exit 1";
  return code === 0 && !warned ? "unseen" : "warned";
}

function lineOf(name, result) {
  const { code, requests, seconds, failed, shown } = result;
  const named = failed.slice(0, MOST_NAMED).join(" ");
  const more = failed.length > MOST_NAMED ? ` and ${failed.length - MOST_NAMED} more` : "";
  const ended = [0, 1].includes(code) ? "" : ` (exit ${code ?? "none"})`;
  const cost = `${requests} requests, ${seconds.toFixed(1)} s, shown ${shown} times`;
  return `${outcomeOf(result).padEnd(6)}  ${name.padEnd(40)} ${cost}${ended}  ${named}${more}`.trimEnd();
}

const control = await judged(undefined, how);
console.log(lineOf("(no defect)", control));

const results = [];
await inLanes(chosen, Number(values.lanes), async (defect) => {
  const result = await judged(defect, how);
  results.push(result);
  console.log(lineOf(defect.id, result));
});

const many = (outcome) => results.filter((result) => outcomeOf(result) === outcome).length;
const hidden = results.filter(({ shown }) => shown === 0).length;
console.log(
  `found ${many("exit 1")}, warned ${many("warned")}, unseen ${many("unseen")}, never shown ${hidden}` +
    ` (of ${results.length} defects)`,
);
if (control.code !== 0) console.log("The server without a defect is called wrong.");
process.exit(control.code === 0 ? 0 : 1);
