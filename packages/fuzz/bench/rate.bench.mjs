// Requests a second of campaigns against a bare server that answers 200 to everything, beside bare undici sending the
// same bytes at the same concurrency.

import { createRequire } from "node:module";
import { conduct } from "@plumbline/conformance";
import { FuzzLog, fuzzRequirements } from "../dist/index.js";
import { bareTarget } from "./bare-target.mjs";

const { Pool } = createRequire(new URL("../../client/package.json", import.meta.url))("undici");
const LANES = 16;
/** Enough that beginning weighs nothing: modules are loaded, connections open, the plan is made. */
const REQUESTS = 40_000;
const { target, close } = await bareTarget();
const url = target.baseUrl;

async function fuzz(onWire) {
  const log = new FuzzLog();
  const began = performance.now();
  await conduct(target, {
    requirements: fuzzRequirements({ seed: 1, requests: REQUESTS, families: ["reads"], endless: true, log }),
    command: "bench",
    runId: "bench",
    toolVersion: "0",
    jobs: LANES,
    keepExchanges: 1_000,
    onWire,
  });
  return { seconds: (performance.now() - began) / 1_000, requests: log.requests };
}

const sent = [];
await fuzz((exchange) => sent.push(exchange.request));
const ours = await fuzz();
const pool = new Pool(url, { connections: LANES });
async function bare() {
  let next = 0;
  const began = performance.now();
  const lane = async () => {
    while (next < sent.length) {
      const { method, url: whole, headers, body } = sent[next++];
      const answer = await pool.request({ method, path: whole.slice(url.length), headers: headers.flat(), body });
      await answer.body.text();
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return sent.length / ((performance.now() - began) / 1_000);
}
await bare();
const plain = await bare();
const rate = ours.requests / ours.seconds;
console.log(
  `campaigns: ${Math.round(rate).toLocaleString("en")} requests/s, bare undici: ${Math.round(plain).toLocaleString("en")}/s, ratio ${((100 * rate) / plain).toFixed(0)} % (wanted: 60 %)`,
);
await pool.close();
close();
