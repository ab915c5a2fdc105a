// One server from its first start, with all its mistakes, to a run that passes. A line for each command.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse, stringify } from "yaml";
import { runProgram } from "../safety/program.mjs";
import { readCards } from "./cards.mjs";
import { faultsOf, knownIn, ownersOf } from "./expected.mjs";
import { startServer } from "./serving.mjs";

const [PROBE_SECONDS, RUN_SECONDS] = [300, 600];
const codeFor = (mistakes) => (mistakes.some(({ missed }) => missed === undefined) ? 1 : 0);

/**
 * Follows the author of a server through the first hour. `counts` is added to. With `detail` each card is printed, and with
 * `keep` the reports stay, whose folder is printed.
 */
export async function hourWith(server, counts, { detail, keep }) {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-hour-"));
  if (keep) console.log(`     ${server.name}: ${folder}`);
  const file = join(folder, "target.yml");
  const { mistakes } = server;
  const found = new Set();
  let running = await startServer(server.command, namesOf(mistakes));
  const { port } = running;
  const environment = server.keys(running);

  /** Prints what a step came to; `wrong` says what is not as it should be, a line each. */
  const say = (what, wrong) => {
    if (wrong.length > 0) counts.bad += 1;
    console.log(`${wrong.length === 0 ? "ok  " : "BAD "} ${server.name}: ${what}`);
    for (const one of wrong) console.log(`       ${one}`);
  };
  const command = async (args, seconds) => {
    counts.commands += 1;
    const ran = await runProgram(args, { cwd: folder, environment, seconds });
    return { ...ran, line: `plumbline ${args.join(" ")}: exit ${ran.code}`, took: `${ran.seconds.toFixed(1)} s` };
  };
  const change = (how) => writeFileSync(file, stringify(how(parse(readFileSync(file, "utf8")))));
  const judge = async (out, left) => {
    const ran = await command(["run", "--target", "target.yml", "--out", out], RUN_SECONDS);
    const read = readCards(join(folder, out));
    const wrong = faultsOf(read, left, server);
    const code = codeFor(left);
    if (ran.code !== code) wrong.push(`exit: expected ${code}, received ${ran.code}`);
    for (const text of knownIn(read.cards, left)) counts.known.add(`${server.name}: ${text}`);
    for (const one of read.cards.flatMap((card) => ownersOf(card, left))) found.add(one);
    if (detail) for (const { told } of read.cards) console.log(`       card: ${told}`);
    return { ...ran, ...read, wrong, line: `${ran.line}, ${read.cards.length} cards, ${ran.took}` };
  };

  try {
    const named = server.cluster === undefined ? [] : ["--cluster", server.cluster];
    const about = ["--url", running.url, "--group", running.group, ...named, "--probe", "--out", "target.yml"];
    const probed = await command(["init", ...about], PROBE_SECONDS);
    say(`${probed.line}, ${probed.took}`, probed.code === 0 ? [] : [`expected exit 0, received: ${probed.said}`]);
    change(server.written);

    const first = await judge("first", mistakes);
    // What this server can never show does not wait for a mistake to be mended.
    for (const [id, why] of Object.entries(server.lacking)) {
      if (!first.lacking.has(id))
        first.wrong.push(`${id}: expected that it cannot run, since ${why}; received a verdict`);
      else counts.known.add(`${server.name}: ${id} cannot run (${first.lacking.get(id)}): ${why}`);
    }
    say(`${first.line}, with all mistakes`, first.wrong);
    change((target) => ({ ...target, ...skipOf(server) }));

    for (const [index, mended] of mistakes.entries()) {
      await running.stop();
      const left = mistakes.slice(index + 1);
      running = await startServer(server.command, namesOf(left), port);
      const held = running.state;
      const ran = await judge(`mended-${index + 1}`, left);
      if (left.length === 0) ran.wrong.push(...(await endOf(ran, running, held)));
      say(`${ran.line}, ${mended.name} is mended`, ran.wrong);
    }
    counts.found += found.size;
  } finally {
    await running.stop();
    if (!keep) rmSync(folder, { recursive: true, force: true });
  }
}

const namesOf = (mistakes) => mistakes.map(({ name }) => name);

/** The requirements that the author leaves out in the file: those for which nothing can be done on the server. */
function skipOf({ lacking }) {
  const ids = Object.entries(lacking);
  return ids.length === 0 ? {} : { skip: ids.map(([id, reason]) => ({ id, reason })) };
}

/** What is wrong about the end: everything ran, and the server holds what it held before the run. */
async function endOf({ lacking, left, outcome }, running, held) {
  const { state, crashes } = await running.stop();
  const wrong = [...lacking].map(([id, reason]) => `${id}: expected a verdict, received: ${reason}`);
  if (outcome !== "passed") wrong.push(`outcome: expected passed, received ${outcome}`);
  if (left.length > 0) wrong.push(`expected nothing left over, received ${JSON.stringify(left)}`);
  if (!isDeepStrictEqual(state, held))
    wrong.push(`the server: expected ${JSON.stringify(held)}, received ${JSON.stringify(state)}`);
  if (crashes !== "") wrong.push(`the server: expected no error, received ${crashes}`);
  return wrong;
}
