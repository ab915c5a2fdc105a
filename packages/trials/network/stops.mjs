import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { difference, inLines } from "../safety/difference.mjs";
import { isNamed, stays } from "../safety/named.mjs";
import { runProgram } from "../safety/program.mjs";
import { openServed, REMOVABLE } from "../safety/served.mjs";
import { comesOver, TROUBLES } from "./troubles.mjs";

/** Numbers of requests; a run starts to write after about two thousand. */
const AFTER = [0, 20, 150, 1500, 3000];
const MORE = { run: [], fuzz: ["--requests", "3000", "--seed", "1"] };
/** The waiting time that a target may request, and the time for the head of an answer, both as set by the user. */
const PATIENCE_SECONDS = 5;
const HEAD_SECONDS = 4;
/** Limits after the last useful answer and the allowed time. */
const END_SECONDS = 10;
const MOST_REQUESTS = 50;
const LANES = 16;
const LONGEST_SECONDS = 280;

export const stopTrials = ({ command, only }) =>
  Object.keys(TROUBLES)
    .flatMap((trouble) => AFTER.map((after) => ({ command, trouble, after, name: `${trouble}.${after}.${command}` })))
    .filter(({ name }) => name.includes(only));

/** Runs the program against a server that gets into trouble after this many requests. */
export async function stop({ command, trouble, after, name }) {
  let state;
  const served = await openServed({
    allow: REMOVABLE,
    timeouts: { head: HEAD_SECONDS * 1_000 },
    lie: () => (request, pass) => state.lie(request, pass),
  });
  try {
    const { lives = false } = TROUBLES[trouble];
    state = comesOver(TROUBLES[trouble], after, () => served.front.server);
    const before = await served.inventory();
    const out = join(served.folder, "out");
    const args = ["--target", served.target, "--out", out, "--format", "json", "--patience", String(PATIENCE_SECONDS)];
    const ran = await runProgram([command, ...args, ...MORE[command]], {
      environment: served.environment,
      cwd: served.folder,
      seconds: LONGEST_SECONDS,
    });
    const file = join(out, "report.json");
    const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
    const failed = (report?.verdicts ?? []).filter(({ outcome }) => /^(fail|flaky|warn|harness)/.test(outcome));
    const left = difference(before, await served.inventory()).filter((one) => !stays(one));
    const untold = left.filter((one) => !isNamed(one, `${ran.said}\n${linesOf(report?.changes)}`));
    const sent =
      state.at === undefined ? [] : exchangesAfter(out, TROUBLES[trouble].gradual ? lastUse(out, state.at) : state.at);
    const writes = sent.filter(({ request, check }) => request.method !== "GET" && check !== "custody");
    const seconds = state.at === undefined ? 0 : endOf(report, ran) - lastUse(out, state.at) / 1_000;
    const struck = state.at !== undefined;
    // Trouble after the last request has no effect.
    const dead = struck && !lives && sent.length > 0;
    const bad = [
      ran.late && "it did not end",
      report === undefined && "no report",
      failed.length > 0 && `${failed.length} failed`,
      dead && ran.code !== 4 && "exit is not 4",
      dead &&
        after > 0 &&
        !/stopped working after [\d,.\s]+ requests/.test(report?.reason ?? "") &&
        "it does not say so",
      !dead && ![0, 3].includes(ran.code) && "exit is neither 0 nor 3",
      dead && sent.length > MOST_REQUESTS && "too many requests",
      dead && writes.length > LANES && "too many writes",
      dead && seconds > END_SECONDS + PATIENCE_SECONDS + HEAD_SECONDS && "too long",
      !dead && left.length > 0 && "left over",
      untold.length > 0 && !dead && "untold",
    ].filter(Boolean);
    return {
      name,
      verdict: bad.length > 0 ? "BAD" : !struck ? "not reached" : "ok",
      bad: bad.length > 0,
      facts:
        `exit ${ran.code} in ${ran.seconds.toFixed(0)} s, ${seconds.toFixed(1)} s after the last answer of use; ` +
        `${sent.length} requests and ${writes.length} writes after the trouble, ${failed.length} failed, ` +
        `${left.length} left over, ${untold.length} of them untold; ${report?.verdicts.length ?? 0} verdicts`,
      details: [
        ...bad,
        ...(bad.length > 0 ? failed.map(({ check, received, message }) => `${check}: ${received ?? message}`) : []),
        ...(bad.length > 0 ? inLines(left) : []),
        ...(bad.length > 0 ? [report?.reason ?? ran.said.slice(-400)] : []),
      ],
    };
  } finally {
    await served.close();
  }
}

const linesOf = (changes = []) => changes.map(({ id, state }) => `${state} ${id}`).join("\n");

/** Seconds since the epoch at the end of a run. */
const endOf = (report, { seconds }) =>
  report === undefined
    ? Date.now() / 1_000
    : (Date.parse(report.run.startedAt) + report.run.milliseconds) / 1_000 || seconds;

function journalOf(out) {
  const linesOf = (file) =>
    readFileSync(join(out, file), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const began = Date.parse(linesOf("journal.ndjson").find(({ type }) => type === "run").run.startedAt);
  return linesOf("exchanges.ndjson").map((exchange) => ({
    ...exchange,
    from: began + exchange.at,
    to: began + exchange.at + exchange.milliseconds,
  }));
}

const exchangesAfter = (out, at) => journalOf(out).filter(({ from }) => from > at);

/** The time of the last answer before the trouble. */
function lastUse(out, at) {
  const useful = journalOf(out).filter(
    ({ response }) => response.status !== undefined && ![503, 429].includes(response.status),
  );
  return Math.max(at, ...useful.map(({ to }) => to));
}
