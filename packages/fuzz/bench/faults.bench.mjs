// How many of the validation faults of the reference are found by so many requests, beside plain random generation that
// knows the contract's verdict but not its edges. SEEDS sets the number of seeds (default 5), EACH the budgets.
import { conduct } from "@plumbline/conformance";
import { readText } from "@plumbline/schemas";
import fc from "fast-check";
import { targetOfReference } from "../../cli/dist/targets/reference.js";
import { faults, startReference } from "../../reference/dist/index.js";
import { FuzzLog, fuzzRequirements } from "../dist/index.js";

const SEEDS = Number(process.env.SEEDS ?? 5);
const EACH = (process.env.EACH ?? "250,500,1000,3000").split(",").map(Number);
const chosen = faults.filter(({ layer }) => layer === "validation");
const families = ["reads", "configurations", "alerts"];

const text = fc.oneof(fc.string(), fc.integer().map(String), fc.boolean().map(String), fc.double().map(String));

function randomRequirement(seed, requests, found) {
  return {
    kind: "campaign",
    id: "RANDOM",
    level: "MUST",
    basis: "derived:D1",
    text: "Random requests are refused or taken as the contract says.",
    section: "Errors",
    stage: "read",
    risk: "read",
    search: async ({ contract, world, ask }) => {
      const reads = contract.operations.filter(
        ({ risk, authentication, pathParameters }) =>
          risk === "read" && authentication === "digest" && pathParameters.every(({ name }) => world.fixtures[name]),
      );
      const draw = fc.sample(fc.tuple(fc.nat(), fc.nat(), fc.infiniteStream(text), fc.infiniteStream(fc.boolean())), {
        seed,
        numRuns: requests,
      });
      for (const [at, version, texts, coins] of draw) {
        const operation = reads[at % reads.length];
        const route = operation.routes[version % operation.routes.length];
        const coin = () => coins.next().value;
        const inQuery = route.query.filter(coin).map(({ name, schema }) => [name, schema, texts.next().value]);
        const inPath = operation.pathParameters
          .filter(() => coin() && coin() && coin())
          .map(({ name, schema }) => [name, schema, texts.next().value])
          .filter(([, , value]) => value !== "" && value !== "." && value !== "..");
        const readings = [...inQuery, ...inPath].map(([, schema, value]) => readText(schema, value).kind);
        const { response } = await ask({
          operation: operation.id,
          version: route.version,
          query: Object.fromEntries(inQuery.map(([name, , value]) => [name, value])),
          path: Object.fromEntries(inPath.map(([name, , value]) => [name, value])),
          again: true,
        });
        const taken = response.status < 300;
        const alone = operation.together?.some(
          (group) => new Set(group.map((name) => inQuery.some(([one]) => one === name))).size > 1,
        );
        if (readings.includes("none") && taken) found();
        if (readings.every((kind) => kind === "value") && inPath.length === 0 && !alone && response.status === 400)
          found();
      }
      return [];
    },
  };
}

async function finds(fault, requirements) {
  const reference = await startReference({ seed: 1, faults: [fault] });
  const target = targetOfReference(reference, [fault]);
  const { verdicts } = await conduct(target, { requirements, command: "bench", runId: "bench", toolVersion: "0" });
  const wrong = verdicts.find(({ outcome }) => outcome === "harness-error");
  if (wrong) throw new Error(wrong.message);
  await reference.close();
}

const rows = [];
for (const requests of EACH) {
  const counts = { tiered: 0, random: 0 };
  const never = new Set(chosen.map(({ id }) => id));
  for (let seed = 1; seed <= SEEDS; seed += 1)
    for (const { id } of chosen) {
      const log = new FuzzLog();
      await finds(id, fuzzRequirements({ seed, requests, families, log }));
      if (log.failures.length > 0) {
        counts.tiered += 1;
        never.delete(id);
      }
      let random = false;
      await finds(id, [randomRequirement(seed, requests, () => (random = true))]);
      if (random) counts.random += 1;
    }
  rows.push([requests, counts, never]);
  const mean = (count) => (count / SEEDS).toFixed(1);
  console.log(
    `by ${requests} requests: ${mean(counts.tiered)} of ${chosen.length} validation faults (${((100 * counts.tiered) / SEEDS / chosen.length).toFixed(0)} %), plain random ${mean(counts.random)}; never: ${[...never].join(" ") || "none"}`,
  );
}
