// How many of the reference's validation faults are found by so many requests, beside plain random generation in the
// same run. SEEDS sets the number of seeds (default 5). Nothing that the honest reference does may count as a find.
import { conduct } from "@plumbline/conformance";
import { figure } from "../../../scripts/figures.mjs";
import { targetSettings } from "../../cli/dist/commands/fuzz-settings.js";
import { targetOfReference } from "../../cli/dist/targets/reference.js";
import { faults, startReference } from "../../reference/dist/index.js";
import { FuzzLog, fuzzRequirements } from "../dist/index.js";
import { plainRandom } from "./plain-random.mjs";

const SEEDS = Number(process.env.SEEDS ?? 5);
const BUDGETS = [250, 500, 1_000, 3_000];
const MOST = Math.max(...BUDGETS);
const chosen = faults.filter(({ id, layer }) => layer === "validation" || id.startsWith("VA-"));

/** The request with which a fault is first seen; infinite when it never is. */
async function firstFind(fault, requirementsFor) {
  const reference = await startReference({ seed: 1, faults: fault === undefined ? [] : [fault] });
  const target = targetOfReference(reference, fault === undefined ? [] : [fault]);
  const stop = new AbortController();
  let sent = 0;
  let first = Number.POSITIVE_INFINITY;
  const found = () => {
    first = Math.min(first, sent);
    stop.abort();
  };
  const { verdicts } = await conduct(target, {
    requirements: requirementsFor(target, found),
    command: "bench",
    runId: "bench",
    toolVersion: "0",
    signal: stop.signal,
    onWire: ({ check, response }) => {
      // A digest handshake is no request of a campaign.
      if (/^(FUZZ|RANDOM)/.test(check ?? "") && response.status !== 401) sent += 1;
    },
  });
  const wrong = verdicts.find(({ outcome }) => outcome === "harness-error");
  if (wrong) throw new Error(wrong.message);
  await reference.close();
  return first;
}

const tiered = (seed) => (target, found) => {
  const log = new FuzzLog();
  log.onFailure = found;
  return fuzzRequirements({ ...targetSettings(target), seed, requests: MOST, log });
};
const random = (seed) => (_target, found) => [plainRandom(seed, MOST, found)];

const finds = { tiered: [], random: [] };
const hidden = new Map(chosen.map(({ id }) => [id, []]));
let alarms = 0;
const began = performance.now();
for (let seed = 1; seed <= SEEDS; seed += 1) {
  if (Number.isFinite(await firstFind(undefined, tiered(seed)))) alarms += 1;
  for (const { id } of chosen) {
    const first = await firstFind(id, tiered(seed));
    finds.tiered.push(first);
    hidden.get(id).push(first);
    finds.random.push(await firstFind(id, random(seed)));
  }
  const ours = finds.tiered.slice(-chosen.length).filter((first) => first <= 1_000).length;
  const plain = finds.random.slice(-chosen.length).filter((first) => first <= 1_000).length;
  console.log(`  seed ${seed}: ${ours} of ${chosen.length} by 1,000 requests, plain random ${plain}`);
}
const mean = (firsts, budget) => firsts.filter((first) => first <= budget).length / SEEDS;
for (const budget of BUDGETS) {
  const share = (100 * mean(finds.tiered, budget)) / chosen.length;
  const late = [...hidden].filter(([, firsts]) => firsts.every((first) => first > budget)).map(([id]) => id);
  console.log(
    `by ${budget} requests: ${mean(finds.tiered, budget).toFixed(1)} of ${chosen.length} validation faults (${share.toFixed(0)} %), plain random ${mean(finds.random, budget).toFixed(1)}; in no seed: ${late.join(" ") || "none"}`,
  );
}
figure({
  name: "validation faults found by 1,000 requests",
  values: (100 * mean(finds.tiered, 1_000)) / chosen.length,
  unit: "%",
  atLeast: 85,
  bare: { name: "plain random", values: (100 * mean(finds.random, 1_000)) / chosen.length },
});
console.log(
  `false alarms on the honest reference: ${alarms} in ${SEEDS} seeds; ${((performance.now() - began) / 1_000).toFixed(0)} s`,
);
if (process.env.FIRSTS) for (const [id, firsts] of hidden) console.log(id, firsts.join(" "));
