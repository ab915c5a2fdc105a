import { conduct, requirements } from "@plumbline/conformance";
import { Pool } from "undici";
import { openServed } from "./served-reference.mjs";

const PAIRS = Number(process.env.PAIRS ?? 7);
const JOBS = 16;
const ratios = [];
const suites = [];
const bares = [];
let requests = 0;
const phases = new Map();

for (let pair = 0; pair <= PAIRS; pair += 1) {
  // The first pair warms up and is not counted.
  const suite = await suiteOnce();
  const bare = await bareOnce(suite.sent);
  if (pair === 0) continue;
  requests = suite.sent.length;
  suites.push(suite.milliseconds);
  bares.push(bare);
  ratios.push(suite.milliseconds / bare);
  for (const [stage, milliseconds] of suite.phases) phases.set(stage, [...(phases.get(stage) ?? []), milliseconds]);
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const spread = (values, digits = 0) =>
  `${Math.min(...values).toFixed(digits)} / ${median(values).toFixed(digits)} / ${Math.max(...values).toFixed(digits)}`;
console.log(
  `Judging against bare sending, ${requests} requests, ${JOBS} at a time, ${PAIRS} pairs (min / median / max)`,
);
console.log(`  the suite      ${spread(suites)} ms`);
console.log(`  bare undici    ${spread(bares)} ms`);
console.log(`  ratio          ${spread(ratios, 2)}`);
console.log(
  `  phases (median ms): ${[...phases].map(([stage, values]) => `${stage} ${median(values).toFixed(0)}`).join(", ")}`,
);

async function suiteOnce() {
  const served = await openServed();
  const sent = [];
  const marks = [];
  try {
    const began = performance.now();
    const report = await conduct(served.target, {
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
      onWire: (exchange) => sent.push(exchange.request),
    });
    const ended = performance.now();
    marks.push(["report", ended]);
    if (report.outcome !== "passed") throw new Error(`the suite did not pass: ${report.reason}`);
    const phasesOf = marks.map(([stage, at], index) => [stage, at - (index === 0 ? began : marks[index - 1][1])]);
    return { milliseconds: ended - began, sent, phases: phasesOf };
  } finally {
    await served.close();
  }
}

/** The same requests in the same order, as bytes, to a server that takes any digest, since the nonces are another's. */
async function bareOnce(sent) {
  const served = await openServed(["AU-04"]);
  const pool = new Pool(served.target.baseUrl, { connections: JOBS });
  const prepared = sent.map(({ method, url, headers, body }) => ({
    method,
    path: url.replace(/^https?:\/\/[^/]+/, ""),
    headers: headers.filter(([name]) => !/^(host|content-length|connection)$/i.test(name)).flat(),
    body,
  }));
  try {
    const began = performance.now();
    let next = 0;
    const worker = async () => {
      for (let index = next++; index < prepared.length; index = next++) {
        const { body } = await pool.request(prepared[index]);
        await body.text();
      }
    };
    await Promise.all(Array.from({ length: JOBS }, worker));
    return performance.now() - began;
  } finally {
    await pool.destroy();
    await served.close();
  }
}
