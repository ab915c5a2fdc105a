// Requests a second of campaigns against a bare server that answers 200 to everything, beside bare undici sending the
// same bytes at the same concurrency; and the memory that a long run takes.

import { createServer } from "node:http";
import { createRequire } from "node:module";
import { conduct } from "@plumbline/conformance";
import { bindContract, INTERFACE_VERSIONS, neutral } from "@plumbline/schemas";
import { FuzzLog, fuzzRequirements } from "../dist/index.js";

const { Pool } = createRequire(new URL("../../client/package.json", import.meta.url))("undici");
const LANES = 16;
const ID = "32b6e34b3d91647abb20e7b8";
const ANSWER = JSON.stringify({ id: ID, _id: ID, indexID: ID });

const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    response.writeHead(200, { "content-type": "application/json", "content-length": ANSWER.length });
    response.end(ANSWER);
  });
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${server.address().port}`;
const target = {
  name: "bare",
  kind: "url",
  baseUrl: url,
  contract: bindContract(neutral),
  versions: INTERFACE_VERSIONS,
  credentials: {},
  fixtures: { groupId: ID, alertConfigId: ID, alertId: ID, clusterName: "Cluster0", hostname: "a.example.net" },
  allow: new Set(["read"]),
  bindingStated: true,
  mock: true,
  selfConsistency: false,
};

async function fuzz(onWire) {
  const log = new FuzzLog();
  const began = performance.now();
  await conduct(target, {
    requirements: fuzzRequirements({ seed: 1, requests: 1_000_000, families: ["reads"], log }),
    command: "bench",
    runId: "bench",
    toolVersion: "0",
    jobs: LANES,
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
server.close();
server.closeAllConnections();
