// Tests that the suite does not accuse a correct server in Python, which follows the description and uses its freedoms.
//   node packages/trials/python.mjs [--pace 20] [--obliging] [--contrary] [--html-errors] [--strict-accept] [--slow
//     MILLISECONDS] [--only ID,ID] [--more JSON] [--out FOLDER] [--detail]
// Prints exit code and counts, then each check that failed or warned, and with --detail what could not run and why;
// exits with 1 when a MUST fails. With --pace 1 the server takes realistic times, and a run takes ten minutes.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { describeTarget, startServer } from "./python/serving.mjs";
import { runProgram } from "./safety/program.mjs";

const RUN_SECONDS = 1_200;
const { values } = parseArgs({
  options: {
    /** How many times faster than normal the server finishes snapshots, exports and the like. */
    pace: { type: "string", default: "20" },
    /**
     * The server refuses nothing because of the state of a record, nor for reasons that the description does not name.
     */
    obliging: { type: "boolean", default: false },
    /** The server behaves the other way wherever the description allows two. */
    contrary: { type: "boolean", default: false },
    "html-errors": { type: "boolean", default: false },
    "strict-accept": { type: "boolean", default: false },
    slow: { type: "string", default: "0" },
    /** Additional members of the target file, as JSON. */
    more: { type: "string", default: "{}" },
    only: { type: "string", default: "" },
    /** Keeps the report in this folder. */
    out: { type: "string" },
    detail: { type: "boolean", default: false },
  },
});
const switches = ["obliging", "contrary", "html-errors", "strict-accept"]
  .filter((name) => values[name])
  .map((name) => `--${name}`);

const folder = mkdtempSync(join(tmpdir(), "plumbline-python-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const [file, out] = [join(folder, "fleet.yml"), values.out ?? join(folder, "out")];
const server = await startServer([...switches, "--slow", values.slow, "--pace", values.pace]);
const { text, environment } = describeTarget(server, JSON.parse(values.more));
writeFileSync(file, text);
const only = values.only === "" ? [] : ["--only", values.only];
const ran = await runProgram(["run", "--target", file, "--out", out, "--quiet", "--format", "json", ...only], {
  environment,
  seconds: RUN_SECONDS,
});
await server.kill();
const { verdicts, requirements, counts, changes, outcome, reason } = JSON.parse(
  readFileSync(join(out, "report.json"), "utf8"),
);

const levels = new Map(requirements.map(({ id, level }) => [id, level]));
const some = (tally) =>
  Object.entries(tally)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");
console.log(`exit ${ran.code}, ${outcome}: ${reason ?? ""}`);
console.log(
  `${counts.verdicts} checks, ${counts.exchanges} requests, ${ran.seconds.toFixed(0)} s: ${some(counts.byOutcome)}`,
);
for (const [level, tally] of Object.entries(counts.byLevel)) console.log(`${level}: ${some(tally)}`);
for (const { check, requirement, outcome: came, expected, received, reason: why } of verdicts) {
  if (["fail", "warn", "flaky", "harness-error"].includes(came))
    console.log(`${came} ${levels.get(requirement)} ${check}\n  expected: ${expected}\n  received: ${received}`);
  if (values.detail && came === "could-not-run") console.log(`${came} ${levels.get(requirement)} ${check}: ${why}`);
}
for (const change of changes.filter(({ state }) => state === "left")) console.log(`left: ${JSON.stringify(change)}`);
if (ran.said.trim() !== "") console.log(ran.said.trim());
if (server.crashes() !== "") console.log(`the server said:\n${server.crashes()}`);
process.exitCode = counts.byLevel.MUST.fail > 0 ? 1 : 0;
