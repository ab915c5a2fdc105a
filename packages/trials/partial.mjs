// Tests servers that declare missing operations: the suite must not accuse them for what they do not offer, and must
// not break.
//   node packages/trials/partial.mjs alone | areas | random --times 50 --seed 1 [--undeclared] [--fault ID]
// Prints a line for each case and a summary; exits with 1 when any of them is bad.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { OPERATION_IDS, operations } from "@plumbline/schemas";
import { inLanes } from "./safety/lanes.mjs";
import { randomOf } from "./safety/random.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: "string", default: "50" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    lanes: { type: "string", default: "2" },
    profile: { type: "string", default: "neutral" },
    /** The server lacks the operations, and the target file does not declare it. */
    undeclared: { type: "boolean", default: false },
    fault: { type: "string", multiple: true, default: [] },
    show: { type: "string", default: "6" },
  },
});

const areas = [...new Set(OPERATION_IDS.map((id) => operations[id].area))];
const SUBSETS = {
  alone: () => OPERATION_IDS.map((id) => ({ name: id, absent: [id] })),
  areas: () =>
    areas.map((area) => ({ name: area, absent: OPERATION_IDS.filter((id) => operations[id].area === area) })),
  random: () =>
    Array.from({ length: Number(values.times) }, (_, index) => {
      const random = randomOf(Number(values.seed) + index);
      const share = random();
      return { name: `seed ${Number(values.seed) + index}`, absent: OPERATION_IDS.filter(() => random() < share) };
    }),
};
const subsets = SUBSETS[positionals[0]]?.().filter(
  // A server that offers nothing is refused before the first request.
  ({ name, absent }) => name.includes(values.only) && absent.length < OPERATION_IDS.length,
);
if (subsets === undefined || positionals.length !== 1) {
  console.error(`usage: node partial.mjs ${Object.keys(SUBSETS).join(" | ")} [--times N] [--seed N] [--undeclared]`);
  process.exit(2);
}

const worker = fileURLToPath(new URL("./partial/child.mjs", import.meta.url));
const { profile, undeclared, fault: faults } = values;
let bad = 0;
await inLanes(subsets, Number(values.lanes), async ({ name, absent }) => {
  const child = fork(worker, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const result = await new Promise((resolve) => {
    child.once("message", resolve);
    child.once("exit", () => resolve({ broke: "the process ended" }));
    child.send({ absent, profile, undeclared, faults });
  });
  child.kill();
  const { broke, outcome, exit, must, reds = [], errors = [], lacking = [], seconds = 0, requests } = result;
  const wrong =
    broke !== undefined ||
    errors.length > 0 ||
    (faults.length === 0 && !undeclared && (reds.length > 0 || lacking.length > 0));
  if (wrong) bad += 1;
  console.log(
    `${wrong ? "BAD " : "ok  "} without ${name} (${OPERATION_IDS.length - absent.length} left): ${broke ?? `${outcome}, exit ${exit}, MUST ${must}, ${reds.length} red, ${errors.length} errors, ${lacking.length} MUST could not run, ${requests} requests, ${seconds.toFixed(1)} s`}`,
  );
  for (const line of [...errors, ...reds, ...lacking].slice(0, Number(values.show))) console.log(`       ${line}`);
});
console.log(`partial ${positionals[0]}: ${subsets.length} cases, ${bad} bad`);
process.exitCode = bad === 0 ? 0 : 1;
