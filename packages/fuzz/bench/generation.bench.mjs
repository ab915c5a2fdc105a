import { bindContract, neutral } from "@plumbline/schemas";
import fc from "fast-check";
import { figure } from "../../../scripts/figures.mjs";
import { arbitraryOf } from "../dist/index.js";

/** Drawn in small batches, as campaigns do: one list of all values would measure the garbage collector. */
const BATCH = 64;
const BATCHES = 80;
const ROUNDS = 5;
const { body } = bindContract(neutral).operation("createCluster");
const drawn = arbitraryOf(body.schema);
let seed = 0;
let bytes = 0;

/** Bodies per second of processor time, which other processes on the machine hardly influence. */
function rate() {
  const before = process.cpuUsage();
  for (let batch = 0; batch < BATCHES; batch += 1) {
    seed += 1;
    for (const value of fc.sample(drawn, { numRuns: BATCH, seed })) bytes += JSON.stringify(value).length;
  }
  const { user, system } = process.cpuUsage(before);
  return (BATCH * BATCHES * 1e6) / (user + system);
}

rate();
bytes = 0;
const rates = Array.from({ length: ROUNDS }, rate);
const size = Math.round(bytes / (BATCH * BATCHES * ROUNDS));
console.log(`Cluster bodies drawn and written, of processor time, ${size} bytes each`);
figure({ name: "cluster bodies", values: rates, unit: "a second", atLeast: 15_000 });
