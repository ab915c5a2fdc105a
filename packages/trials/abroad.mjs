// Runs the program as most users do: with a server in a separate process, only the printed target file, and the real
// clock.
//   node packages/trials/abroad.mjs [--faults 30] [--seed 1] [--speed 60] [--allow create,update] [--lanes 1]
// Without --faults, only the correct server is tried. Prints a line for each server, with its seconds and the checks
// whose outcome differs from that in one process, where the clock of the server can be moved. Exits with 1 when there
// are any, or when a run takes more than `--most` seconds.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { faults } from "@plumbline/reference";
import { stringify } from "yaml";
import { inLanes } from "./safety/lanes.mjs";
import { runProgram } from "./safety/program.mjs";
import { randomOf } from "./safety/random.mjs";
import { startServed } from "./safety/served.mjs";

const { values } = parseArgs({
  options: {
    faults: { type: "string", default: "0" },
    only: { type: "string", default: "" },
    seed: { type: "string", default: "1" },
    speed: { type: "string", default: "60" },
    allow: { type: "string", default: "create,update,delete,costly,irreversible,quota" },
    lanes: { type: "string", default: "1" },
    most: { type: "string", default: "150" },
  },
});
const RUN_SECONDS = 600;
const RED = ["fail", "warn", "flaky", "harness-error"];
const allow = values.allow.split(",").filter((word) => word !== "");

function drawn() {
  const random = randomOf(Number(values.seed));
  const left = faults.map(({ id }) => id);
  return Array.from({ length: Number(values.faults) }, () => left.splice(Math.floor(random() * left.length), 1)[0]);
}
const cases = values.only === "" ? [undefined, ...drawn()] : values.only.split(",");

/** The red checks of a report, and its outcome. */
function read(folder) {
  const { verdicts, outcome, run } = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  const red = new Set(verdicts.filter((one) => RED.includes(one.outcome)).map((one) => `${one.outcome} ${one.check}`));
  return { red, outcome, seconds: run.milliseconds / 1_000 };
}

async function served(fault, folder) {
  const more = fault === undefined ? [] : ["--fault", fault];
  const { server, environment, stated } = await startServed(["--speed", values.speed, ...more]);
  const target = join(folder, "target.yml");
  writeFileSync(target, stringify({ ...stated, allow }));
  const out = join(folder, "two");
  const ended = await runProgram(["run", "--target", target, "--out", out, "--quiet", "--format", "json"], {
    environment,
    seconds: RUN_SECONDS,
  });
  server.kill();
  await server.ended;
  return { ...ended, ...read(out) };
}

async function together(fault, folder) {
  const more = fault === undefined ? [] : ["--fault", fault];
  const out = join(folder, "one");
  await runProgram(["run", "--target", "reference", ...more, "--out", out, "--quiet", "--format", "json"], {
    seconds: RUN_SECONDS,
  });
  return read(out);
}

let bad = 0;
await inLanes(cases, Number(values.lanes), async (fault) => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-abroad-"));
  try {
    const apart = await served(fault, folder);
    const home = await together(fault, folder);
    const lost = [...home.red].filter((check) => !apart.red.has(check));
    const gained = [...apart.red].filter((check) => !home.red.has(check));
    const late = apart.seconds > Number(values.most);
    const isBad = lost.length + gained.length > 0 || late || apart.code === 5 || apart.late;
    if (isBad) bad += 1;
    console.log(
      `${isBad ? "BAD " : "ok  "} ${fault ?? "honest"}: ${apart.outcome}, exit ${apart.code}, ${apart.seconds.toFixed(1)} s, ` +
        `${apart.red.size} red checks, ${home.red.size} in one process`,
    );
    for (const check of lost) console.log(`       not red apart: ${check}`);
    for (const check of gained) console.log(`       red apart alone: ${check}`);
  } catch (error) {
    bad += 1;
    console.log(`BAD  ${fault ?? "honest"}: ${error.message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
console.log(`abroad: ${cases.length} cases, ${bad} bad`);
process.exitCode = bad === 0 ? 0 : 1;
