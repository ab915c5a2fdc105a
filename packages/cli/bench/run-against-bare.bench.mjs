import { conduct, requirements } from "@plumbline/conformance";
import { figure, median } from "../../../scripts/figures.mjs";
import { prepare, replay } from "./bare-replay.mjs";
import { openServed } from "./served-reference.mjs";

const PAIRS = Number(process.env.PAIRS ?? 7);
const JOBS = 16;
const ratios = [];
const suites = [];
const bares = [];
const alike = [];
let requests = 0;
const phases = new Map();

for (let pair = 0; pair <= PAIRS; pair += 1) {
  // The first pair only warms up.
  const suite = await suiteOnce();
  const bare = await bareOnce(suite);
  if (pair === 0) continue;
  requests = suite.sent.length;
  alike.push((100 * bare.alike) / requests);
  suites.push(suite.milliseconds);
  bares.push(bare.milliseconds);
  ratios.push(suite.milliseconds / bare.milliseconds);
  for (const [stage, milliseconds] of suite.phases) phases.set(stage, [...(phases.get(stage) ?? []), milliseconds]);
}

console.log(`A run beside bare undici that sends the same, ${requests} requests, ${JOBS} at a time, ${PAIRS} pairs`);
figure({ name: "the suite", values: suites, unit: "ms", bare: { name: "bare undici", values: bares } });
figure({ name: "answers with the same status", values: alike, unit: "%" });
figure({ name: "the suite, of bare undici's time", values: ratios, unit: "times", digits: 2, atMost: 1.3 });
console.log(
  `  phases (median ms): ${[...phases].map(([stage, values]) => `${stage} ${median(values).toFixed(0)}`).join(", ")}`,
);

async function suiteOnce() {
  const served = await openServed();
  const sent = [];
  const passes = [];
  const marks = [];
  const target = {
    ...served.target,
    advanceClock: (milliseconds) => {
      passes.push({ before: sent.length, milliseconds });
      served.target.advanceClock(milliseconds);
    },
  };
  try {
    const began = performance.now();
    const report = await conduct(target, {
      requirements,
      jobs: JOBS,
      command: "bench",
      runId: "bench",
      toolVersion: "0",
      onPlan: () => marks.push(["doctor and plan", performance.now()]),
      onProgress: ({ stage }) => {
        const last = marks.at(-1);
        if (last?.[0] === stage) last[1] = performance.now();
        else marks.push([stage, performance.now()]);
      },
      onWire: ({ request, response }) => sent.push({ ...request, answer: response.body, status: response.status ?? 0 }),
    });
    const ended = performance.now();
    marks.push(["report", ended]);
    if (report.outcome !== "passed") throw new Error(`the suite did not pass: ${report.reason}`);
    const phasesOf = marks.map(([stage, at], index) => [stage, at - (index === 0 ? began : marks[index - 1][1])]);
    return { milliseconds: ended - began, sent, passes, secrets: served.secrets, phases: phasesOf };
  } finally {
    await served.close();
  }
}

/** Sends them to a server that accepts any nonce, because the nonces come from another server. */
async function bareOnce({ sent, passes, secrets }) {
  const served = await openServed({ faults: ["AU-05"], secrets });
  try {
    const { baseUrl, advanceClock } = served.target;
    const passwords = new Map(Object.values(secrets.keys).map(({ publicKey, privateKey }) => [publicKey, privateKey]));
    return await replay({ prepared: prepare(sent), passes, passwords, baseUrl, advanceClock, jobs: JOBS });
  } finally {
    await served.close();
  }
}
