// Measures the memory that 200,000 cases need, with the journal written as the program does it: the maximum resident
// set of this process, which also contains the bare server.
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { conduct } from "@plumbline/conformance";
import { figure } from "../../../scripts/figures.mjs";
import { runFiles } from "../../cli/dist/output/run-files.js";
import { FuzzLog, fuzzRequirements } from "../dist/index.js";
import { bareTarget } from "./bare-target.mjs";

// The same flag as in the program.
setFlagsFromString("--heap-growing-percent=40");
const CASES = Number(process.env.CASES ?? 200_000);
const { target, close } = await bareTarget();
const folder = mkdtempSync(join(tmpdir(), "plumbline-memory-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const { journal } = runFiles(folder, []);
const log = new FuzzLog();
const began = performance.now();
const report = await conduct(target, {
  requirements: fuzzRequirements({ seed: 1, requests: CASES, families: ["reads"], endless: true, log, journal }),
  command: "bench",
  runId: "bench",
  toolVersion: "0",
  keepExchanges: 2_000,
  journal,
});
journal.close();
const size = readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
close();
const peak = process.resourceUsage().maxRSS / 1_024;
const seconds = ((performance.now() - began) / 1_000).toFixed(0);
console.log(
  `${log.requests.toLocaleString("en")} cases in ${seconds} s, ${report.exchanges.length.toLocaleString("en")} exchanges kept`,
);
figure({ name: "memory of a long campaign", values: peak, unit: "MiB", atMost: 200 });
figure({ name: "what it leaves on the disk", values: size / 2 ** 20, unit: "MiB", atMost: 60 });
