// Measures how many of the reference's validation faults each number of requests finds, compared with plain random
// generation in the same run. SEEDS sets the number of seeds (default 3). A finding on the reference without faults is
// a false alarm.
import { conduct } from "@plumbline/conformance";
import { figure } from "../../../scripts/figures.mjs";
import { targetSettings } from "../../cli/dist/commands/fuzz-settings.js";
import { targetOfReference } from "../../cli/dist/targets/reference.js";
import { faults, startReference } from "../../reference/dist/index.js";
import { FuzzLog, fuzzRequirements } from "../dist/index.js";
import { plainRandom } from "./plain-random.mjs";

const SEEDS = Number(process.env.SEEDS ?? 3);
/** A campaign orders its requests by its budget, so each budget needs its own campaign. */
const BUDGETS = [500, 1_000, 2_000];
const chosen = faults.filter(({ id, layer }) => layer === "validation" || id.startsWith("VA-"));

/** The number of the first request that reveals a fault; infinite if none does. */
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
      // The requests of a digest handshake do not count.
      if (/^(FUZZ|RANDOM)/.test(check ?? "") && response.status !== 401) sent += 1;
    },
  });
  const wrong = verdicts.find(({ outcome }) => outcome === "harness-error");
  if (wrong) throw new Error(wrong.message);
  await reference.close();
  return first;
}

const tiered = (seed, requests) => (target, found) => {
  const log = new FuzzLog();
  log.onFailure = found;
  return fuzzRequirements({ ...targetSettings(target), seed, requests, log });
};
const random = (seed, requests) => (_target, found) => [plainRandom(seed, requests, found)];

/** Faults found by campaigns of one budget, for each seed. */
const finds = new Map(BUDGETS.map((budget) => [budget, { tiered: [], random: [] }]));
let alarms = 0;
const began = performance.now();
for (let seed = 1; seed <= SEEDS; seed += 1) {
  for (const budget of BUDGETS) {
    if (Number.isFinite(await firstFind(undefined, tiered(seed, budget)))) alarms += 1;
    const own = [];
    let plain = 0;
    for (const { id } of chosen) {
      if (Number.isFinite(await firstFind(id, tiered(seed, budget)))) own.push(id);
      if (Number.isFinite(await firstFind(id, random(seed, budget)))) plain += 1;
    }
    finds.get(budget).tiered.push(own);
    finds.get(budget).random.push(plain);
  }
}
console.log(`Validation faults of the reference that are found, ${chosen.length} faults, ${SEEDS} seeds`);
for (const [budget, { tiered: own, random: plain }] of finds) {
  const share = (count) => (100 * count) / chosen.length;
  figure({
    name: `by ${budget} requests`,
    values: own.map(({ length }) => share(length)),
    unit: "%",
    ...(budget === 1_000 && { atLeast: 85 }),
    bare: { name: "plain random", values: plain.map(share) },
  });
  const never = chosen.filter(({ id }) => own.every((found) => !found.includes(id))).map(({ id }) => id);
  console.log(`    in no seed: ${never.join(" ") || "none"}`);
}
figure({ name: "alarms on the honest reference", values: alarms, unit: "campaigns", atMost: 0 });
console.log(`  ${((performance.now() - began) / 1_000).toFixed(0)} s`);
