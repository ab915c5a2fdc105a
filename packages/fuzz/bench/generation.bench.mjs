import { bindContract, neutral } from "@plumbline/schemas";
import fc from "fast-check";
import { arbitraryOf } from "../dist/index.js";

const COUNT = 20_000;
const { body } = bindContract(neutral).operation("createCluster");
const drawn = arbitraryOf(body.schema);
fc.sample(drawn, { numRuns: 1_000, seed: 1 });
// By processor time, which a loaded machine does not change.
const before = process.cpuUsage();
let bytes = 0;
for (const value of fc.sample(drawn, { numRuns: COUNT, seed: 2 })) bytes += JSON.stringify(value).length;
const { user, system } = process.cpuUsage(before);
const seconds = (user + system) / 1e6;
const rate = Math.round(COUNT / seconds);
console.log(
  `cluster bodies drawn and written: ${rate.toLocaleString("en")} per second of processor time, ${Math.round(bytes / COUNT)} bytes each (wanted: 10,000/s)`,
);
