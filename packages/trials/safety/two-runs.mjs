import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { difference, inLines } from "./difference.mjs";
import { isListed, stays } from "./named.mjs";
import { runProgram } from "./program.mjs";
import { openServed } from "./served.mjs";

const PAIRS = [
  ["run", "run"],
  ["run", "fuzz"],
];
const ARGUMENTS = { run: ["--budget", "seconds=30"], fuzz: ["--requests", "2000"] };
const APART_MILLISECONDS = 700;
const MOST_SECONDS = 400;

export const twoRunsTrials = ({ times, seed, only }) =>
  Array.from({ length: times }, (_, index) => PAIRS.map((commands) => ({ commands, seed: seed + index })))
    .flat()
    .filter(({ commands }) => commands.join("+").includes(only));

/** Two concurrent runs on one server: neither may report the other as a defect, or leave the other's records behind. */
export async function twoRuns({ commands, seed }) {
  const served = await openServed({ seed });
  try {
    const before = await served.inventory();
    const runs = await Promise.all(commands.map((command, index) => one(served, command, index)));
    await served.front.settled();
    const changes = runs.flatMap(({ report }) => report?.changes ?? []);
    const left = difference(before, await served.inventory());
    const untold = left.filter((found) => !(stays(found) && isListed(found, changes)));
    const failed = accusations(runs, ["fail", "harness-error"]);
    // A check that passed on retry accuses nobody.
    const flaky = accusations(runs, ["flaky"]);
    const broken = runs.filter(({ report, late, code }) => report === undefined || late || code === 5);
    const kinds = [
      ...(broken.length > 0 ? ["broke"] : []),
      ...(failed.length > 0 ? ["accuses"] : []),
      ...(untold.length > 0 ? ["leaves"] : []),
    ];
    return {
      name: `${commands.join("+")} seed ${seed}`,
      verdict: kinds.join("+") || "undisturbed",
      bad: kinds.length > 0,
      facts: `${runs.map(({ code, seconds }) => `exit ${code} in ${seconds.toFixed(0)} s`).join(", ")}, ${failed.length} accusations, ${flaky.length} flaky, ${left.length} differences, ${untold.length} untold`,
      details: [
        ...broken.map(({ command, said }) => `${command}: ${said.slice(-200)}`),
        ...failed.slice(0, 12),
        ...flaky.slice(0, 6),
        ...inLines(untold),
      ],
    };
  } finally {
    await served.close();
  }
}

const accusations = (runs, outcomes) =>
  runs.flatMap(({ report, command }) =>
    (report?.verdicts ?? [])
      .filter(({ outcome }) => outcomes.includes(outcome))
      .map(({ check, outcome, received = "" }) => `${command}: ${check} ${outcome}: ${received.slice(0, 100)}`),
  );

async function one({ folder, target, environment }, command, index) {
  await new Promise((resolve) => setTimeout(resolve, index * APART_MILLISECONDS));
  const out = join(folder, `out-${index}`);
  const args = [command, "--target", target, "--out", out, "--quiet", ...ARGUMENTS[command]];
  const ran = await runProgram(args, { environment, cwd: folder, seconds: MOST_SECONDS });
  const file = join(out, "report.json");
  return { command, ...ran, report: existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined };
}
