// Tests that the suite does not call a server wrong that is correct in an unusual way. Each twist is simulated in front
// of a correct server, and the suite judges both together.
//   node packages/trials/legal.mjs [--only TEXT] [--from N] [--of N] [--lanes 1] [--seed 1]
// `--only` selects by part of an id or a group, `--from` and `--of` select a part of the list. Prints a line for each:
// the outcome of the run, its number of requests, how often the twist appeared, and the requirements that failed (MUST)
// or warned (SHOULD). Exits with 1 when a requirement failed, or when a run did not end by itself.
import { parseArgs } from "node:util";
import { judged } from "./defects/serving.mjs";
import { legal } from "./legal/legal.mjs";
import { inLanes } from "./safety/lanes.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    from: { type: "string", default: "1" },
    of: { type: "string", default: String(legal.length) },
    lanes: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
  },
});
const how = { command: "run", seed: Number(values.seed) };
const from = Number(values.from) - 1;
const chosen = legal
  .slice(from, from + Number(values.of))
  .filter(({ id, group }) => id.includes(values.only) || group === values.only);

const isAccused = ({ code, failed }) => failed.length > 0 || code !== 0;

function lineOf(id, result) {
  const { code, requests, seconds, failed, warnings, shown } = result;
  const cost = `${requests} requests, ${seconds.toFixed(1)} s, shown ${shown} times`;
  const must = failed.length > 0 ? `  MUST ${failed.join(" ")}` : "";
  const should = warnings.length > 0 ? `  SHOULD ${warnings.join(" ")}` : "";
  return `${`exit ${code ?? "none"}`.padEnd(9)}  ${id.padEnd(36)} ${cost}${must}${should}`;
}

const results = [];
await inLanes(chosen, Number(values.lanes), async (twist) => {
  const result = await judged(twist, how);
  results.push(result);
  console.log(lineOf(twist.id, result));
});

const accused = results.filter(isAccused).length;
const warned = results.filter((result) => !isAccused(result) && result.warnings.length > 0).length;
const hidden = results.filter(({ shown }) => shown === 0).length;
console.log(`accused ${accused}, warned ${warned}, never shown ${hidden} (of ${results.length} twists)`);
process.exit(accused > 0 ? 1 : 0);
