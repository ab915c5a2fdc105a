// Measures requests per second of campaigns against a bare server that answers 200 to everything, compared with undici
// sending the same bytes at the same concurrency. The ratio is one of processor time, in consecutive pairs, because a
// loaded machine slows down both.

import { createRequire } from "node:module";
import { conduct } from "@plumbline/conformance";
import { figure } from "../../../scripts/figures.mjs";
import { FuzzLog, fuzzRequirements } from "../dist/index.js";
import { bareTarget } from "./bare-target.mjs";

const { Pool } = createRequire(new URL("../../client/package.json", import.meta.url))("undici");
const LANES = 16;
/** Enough to make the start negligible: loading modules, opening connections, making the plan. */
const REQUESTS = 20_000;
const WARM_UP = 3;
const PAIRS = Number(process.env.PAIRS ?? 5);
const { target, close } = await bareTarget();
const url = target.baseUrl;

/** Requests per second of processor time and of real time. */
async function measured(work) {
  globalThis.gc?.();
  const [began, before] = [performance.now(), process.cpuUsage()];
  const requests = await work();
  const { user, system } = process.cpuUsage(before);
  return {
    processor: (requests * 1e6) / (user + system),
    clock: (requests * 1e3) / (performance.now() - began),
  };
}

async function fuzz(onWire) {
  const log = new FuzzLog();
  await conduct(target, {
    requirements: fuzzRequirements({ seed: 1, requests: REQUESTS, families: ["reads"], endless: true, log }),
    command: "bench",
    runId: "bench",
    toolVersion: "0",
    jobs: LANES,
    keepExchanges: 1_000,
    onWire,
  });
  return log.requests;
}

const pool = new Pool(url, { connections: LANES });
async function bare(sent) {
  let next = 0;
  const lane = async () => {
    while (next < sent.length) {
      const { method, path, headers, body } = sent[next++];
      const answer = await pool.request({ method, path, headers, body });
      await answer.body.text();
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return sent.length;
}

// Compiles the code first, because a running campaign is measured.
const sent = [];
await fuzz(({ request: { method, url: whole, headers, body } }) => {
  sent.push({ method, path: whole.slice(url.length), headers: headers.flat(), body });
});
for (let round = 1; round < WARM_UP; round += 1) await fuzz();
await bare(sent);
const pairs = [];
for (let pair = 0; pair < PAIRS; pair += 1)
  pairs.push({ ours: await measured(() => fuzz()), plain: await measured(() => bare(sent)) });

const of = (name, kind) => pairs.map((pair) => pair[name][kind]);
console.log(`Campaigns beside bare undici that sends the same, ${REQUESTS} requests, ${PAIRS} pairs`);
const beside = (kind) => ({ bare: { name: "bare undici", values: of("plain", kind) }, unit: "requests a second" });
figure({ name: "campaigns, of processor time", values: of("ours", "processor"), ...beside("processor") });
figure({ name: "campaigns, by the clock", values: of("ours", "clock"), ...beside("clock") });
figure({
  name: "campaigns, of bare undici's rate",
  values: pairs.map(({ ours, plain }) => (100 * ours.processor) / plain.processor),
  unit: "%",
  atLeast: 60,
});
await pool.close();
close();
