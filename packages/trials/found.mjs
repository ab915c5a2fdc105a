// Measures how many faults of the catalogue drawn requests find alone, without the checks of a run.
//   node packages/trials/found.mjs [--draws 5] [--of 25] [--seed 1] [--requests 2000] [--only PG-01,PG-02] [--lanes 2]
//   node packages/trials/found.mjs --honest 20 [--seed 1]
// Prints a line for each drawn fault, and exits with 1 when the draws find fewer than `--least` on average. The faults
// in `found/left-out.mjs` are left out, each with the reason why a few requests cannot show it.
import { parseArgs } from "node:util";
import { conduct } from "@plumbline/conformance";
import { FuzzLog, fuzzRequirements } from "@plumbline/fuzz";
import { faults, startReference, variants } from "@plumbline/reference";
import { ABOUT_ANSWERS } from "../cli/dist/commands/about-answers.js";
import { targetSettings } from "../cli/dist/commands/fuzz-settings.js";
import { targetOfReference } from "../cli/dist/targets/reference.js";
import { combination } from "../cli/dist/trials/combination.js";
import { compatible } from "../cli/dist/trials/compatible.js";
import { whyLeftOut } from "./found/left-out.mjs";
import { inLanes } from "./safety/lanes.mjs";
import { randomOf } from "./safety/random.mjs";

const { values } = parseArgs({
  options: {
    draws: { type: "string", default: "5" },
    of: { type: "string", default: "25" },
    seed: { type: "string", default: "1" },
    requests: { type: "string", default: "2000" },
    only: { type: "string", default: "" },
    lanes: { type: "string", default: "1" },
    /** Instead of faults: this many correct servers, each with a random mix of variants. */
    honest: { type: "string", default: "0" },
    least: { type: "string", default: "23" },
  },
});
const [draws, of, seed, requests, lanes, least] = ["draws", "of", "seed", "requests", "lanes", "least"].map((name) =>
  Number(values[name]),
);
const RED = ["fail", "warn", "flaky", "harness-error"];

const ids = faults.map(({ id }) => id).filter((id) => whyLeftOut(id) === undefined);
const drawn = (number) => {
  const random = randomOf(number);
  const left = [...ids];
  return Array.from({ length: of }, () => left.splice(Math.floor(random() * left.length), 1)[0]);
};
const mixOf = (mix) => compatible(combination(variants, mix)).map(({ id }) => id);
const honest = Number(values.honest);
const wanted = values.only === "" ? undefined : values.only.split(",");
const cases =
  honest > 0
    ? Array.from({ length: honest }, (_, index) => ({
        id: `mix ${seed + index}`,
        draw: seed + index,
        ways: mixOf(seed + index),
      }))
    : wanted
      ? wanted.map((id) => ({ id, draw: seed }))
      : Array.from({ length: draws }, (_, index) => seed + index).flatMap((draw) =>
          drawn(draw).map((id) => ({ id, draw })),
        );

/** The requirements that drawn requests turn red. */
async function find({ id, draw, ways }) {
  const reference = await startReference({
    seed: 1,
    ...(ways ? { variants: ways } : { faults: id === "none" ? [] : [id] }),
  });
  const target = targetOfReference(reference, []);
  try {
    const report = await conduct(target, {
      requirements: fuzzRequirements({
        ...targetSettings(target),
        seed: draw,
        requests,
        endless: true,
        log: new FuzzLog(),
      }),
      listening: ABOUT_ANSWERS,
      keepExchanges: 100,
      command: "found",
      runId: "found",
      toolVersion: "0.0.0",
    });
    return {
      id,
      ways,
      red: [...new Set(report.verdicts.filter(({ outcome }) => RED.includes(outcome)).map((one) => one.requirement))],
    };
  } finally {
    await reference.close();
  }
}

let found = 0;
await inLanes(cases, lanes, find, ({ id, ways, red }) => {
  if (red.length > 0) found += 1;
  if (ways) {
    console.log(
      `${red.length > 0 ? "BAD " : "ok  "} ${id} (${ways.join(" ")}): ${red.join(", ") || "accused of nothing"}`,
    );
    return;
  }
  const fault = faults.find((one) => one.id === id);
  console.log(`${red.length > 0 ? "found " : "MISSED"} ${id}: ${red.slice(0, 4).join(", ") || fault?.text}`);
});
if (honest > 0) {
  console.log(`found: ${found} of ${honest} honest servers are accused`);
  process.exit(found > 0 ? 1 : 0);
}
const each = wanted ? undefined : found / draws;
console.log(
  `found: ${found} of ${cases.length}${each === undefined ? "" : `, ${each} of ${of} in a draw`}; ${ids.length} of ${faults.length} faults can be drawn`,
);
process.exit(each !== undefined && each < least ? 1 : 0);
