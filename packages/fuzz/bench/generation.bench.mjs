import { bindContract, neutral } from "@plumbline/schemas";
import fc from "fast-check";
import { arbitraryOf } from "../dist/index.js";

/** Drawn a few at a time, as campaigns do: a list of all of them would measure the collector. */
const BATCH = 64;
const BATCHES = 80;
const ROUNDS = 5;
const { body } = bindContract(neutral).operation("createCluster");
const drawn = arbitraryOf(body.schema);
let seed = 0;
let bytes = 0;

/** Bodies a second of processor time, which another process that runs beside this one changes little. */
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
const rates = Array.from({ length: ROUNDS }, rate).sort((one, other) => one - other);
const [least, median, most] = [0, Math.floor(ROUNDS / 2), ROUNDS - 1].map((at) =>
  Math.round(rates[at]).toLocaleString("en"),
);
console.log(
  `cluster bodies drawn and written: ${least} / ${median} / ${most} per second of processor time (min / median / max), ${Math.round(bytes / (BATCH * BATCHES * ROUNDS))} bytes each (wanted: 10,000/s)`,
);
