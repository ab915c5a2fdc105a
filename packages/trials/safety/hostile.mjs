import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { difference } from "./difference.mjs";
import { creates } from "./hostile/creates.mjs";
import { ending, falseClaims, repeated, strangers, unlisted } from "./hostile/problems.mjs";
import { undoing } from "./hostile/undoing.mjs";
import { runProgram } from "./program.mjs";
import { EVERYTHING, openServed, REMOVABLE } from "./served.mjs";

const LIES = { honest: undefined, ...creates, ...undoing };
/** Areas with writes that do not wait for minutes. */
const AREAS = "ALC,ALT,EXB,SRCH,AUD,DNS,CMP,SCH,CPA,PIP";
const ARGUMENTS = {
  run: ["--area", AREAS, "--budget", "seconds=20", "--patience", "5"],
  fuzz: ["--requests", "1500", "--seed", "1", "--patience", "5"],
};
/** The time limit of a run that its server delays. */
const MOST_SECONDS = 120;
/** Shorter timeouts for a server that does not answer. */
const TIMEOUTS = { connect: 2_000, head: 2_000, body: 2_000, total: 4_000 };

export const hostileTrials = ({ only, seed }) =>
  [
    ...Object.keys(LIES).flatMap((lie) => ["run", "fuzz"].map((command) => ({ lie, command, allow: EVERYTHING }))),
    ...["run", "fuzz"].map((command) => ({ lie: "create-existing-200", command, allow: REMOVABLE })),
  ]
    .map((one) => ({ ...one, seed, name: `${one.lie}.${one.command}${one.allow === EVERYTHING ? "" : ".removable"}` }))
    .filter(({ name }) => name.includes(only));

/** One run against a server that lies, compared with the records of the server behind it. */
export async function trouble({ name, lie, command, allow, seed }) {
  const silent = lie.includes("silence");
  const served = await openServed({ seed, allow, lie: LIES[lie], ...(silent && { timeouts: TIMEOUTS }) });
  try {
    const before = await served.inventory();
    const out = join(served.folder, "out");
    const { target, environment, front, folder } = served;
    const args = [command, "--target", target, "--out", out, "--quiet", "--allow-incomplete", ...ARGUMENTS[command]];
    const run = await runProgram(args, { environment, cwd: folder, seconds: MOST_SECONDS });
    await front.settled();
    const file = join(out, "report.json");
    const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
    const changes = report?.changes ?? [];
    const after = await served.inventory();
    const left = difference(before, after);
    const problems = [
      ...strangers(front.log, before, [served.fixtures.copiedSnapshotId]),
      ...falseClaims(changes, left, after),
      ...unlisted(left, changes),
      ...repeated(front.log, before),
      ...ending(run, report, left),
    ];
    const states = statesOf(changes);
    return {
      name,
      verdict: problems.length === 0 ? "safe" : [...new Set(problems.map(({ kind }) => kind))].sort().join("+"),
      bad: problems.length > 0,
      facts: `exit ${run.code} in ${run.seconds.toFixed(0)} s, ${front.log.length} requests, changes ${states || "none"}, ${left.length} differences`,
      details: inKinds(problems),
    };
  } finally {
    await served.close();
  }
}

/** A few lines of each kind: the first ones describe the problem, and the others are counted. */
const SHOWN = 4;

function inKinds(problems) {
  return [...new Set(problems.map(({ kind }) => kind))].flatMap((kind) => {
    const texts = problems.filter((problem) => problem.kind === kind).map(({ text }) => `${kind}: ${text}`);
    const more = texts.length - SHOWN;
    return [...texts.slice(0, SHOWN), ...(more > 0 ? [`${kind}: and ${more} more like these`] : [])];
  });
}

function statesOf(changes) {
  const times = new Map();
  for (const { state } of changes) times.set(state, (times.get(state) ?? 0) + 1);
  return [...times].map(([state, many]) => `${many} ${state}`).join(", ");
}
