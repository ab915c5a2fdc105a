// One run with a report, in a process of its own, against a reference in another process: its memory and its requests.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { conduct, requirements } from "@plumbline/conformance";
import { figure } from "../../../scripts/figures.mjs";
import { runFiles } from "../dist/output/run-files.js";
import { openServed } from "./served-reference.mjs";

const USUAL = ["json", "junit", "markdown", "html"];

/** In MiB. The value of getrusage also covers the time before the program was loaded. */
const peakRss = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024;

async function runOnce() {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  const served = await openServed();
  try {
    const files = runFiles(folder, USUAL);
    const options = {
      requirements,
      jobs: 16,
      journal: files.journal,
      command: "bench",
      runId: "bench",
      toolVersion: "0",
    };
    const report = await conduct(served.target, options);
    files.journal.close();
    files.write(report);
    if (report.outcome !== "passed") throw new Error(`the suite did not pass: ${report.reason}`);
    const judged = report.requirements.filter(({ outcome }) => outcome !== "not-applicable").length;
    return { exchanges: report.exchanges.length, judged, peak: peakRss() };
  } finally {
    await served.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.send !== undefined) {
  // The same setting as in the program.
  setFlagsFromString("--heap-growing-percent=40");
  process.send(await runOnce());
  process.disconnect();
} else {
  const child = fork(fileURLToPath(import.meta.url));
  const [{ exchanges, judged, peak }] = await once(child, "message");
  console.log(`One run in a process of its own, report written: ${exchanges} exchanges for ${judged} requirements`);
  figure({ name: "exchanges a requirement", values: exchanges / judged, unit: "exchanges", digits: 1 });
  figure({ name: "memory of a run", values: peak, unit: "MiB", atMost: 150 });
}
