// Serves a server with one defect or none, and judges it.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../safety/program.mjs";
import { runReported } from "../safety/reported.mjs";
import { openServed } from "../safety/served.mjs";

const MOST_SECONDS = 600;
const KEY = /^PLUMBLINE_(.+)_PUBLIC_KEY$/;

const roleNamed = (name) =>
  name === "NO_ROLE"
    ? "no role"
    : name
        .toLowerCase()
        .replace(/_/g, " ")
        .replace(/\b[a-z]/g, (one) => one.toUpperCase());

/** The role of each public key; the main key has none of these names. */
function rolesIn(environment) {
  const named = Object.entries(environment).filter(([name]) => KEY.test(name));
  return new Map(named.map(([name, username]) => [username, roleNamed(KEY.exec(name)[1])]));
}

/**
 * Starts a server with a defect; without one, the front changes nothing. `shown()` is how often the defect appeared.
 */
export async function openDefective({ seed = 1, defect, more = ["--speed", "60"] }) {
  let shown = 0;
  let roles = new Map();
  const own = {
    shows: () => {
      shown += 1;
    },
    roleOf: (username) => roles.get(username),
  };
  const lie = defect && ((server) => defect.lie({ ...server, ...own }));
  const served = await openServed({ seed, lie, more });
  roles = rolesIn(served.environment);
  return { ...served, shown: () => shown };
}

async function fuzz({ folder, target, environment, front }, { seed, requests }) {
  const out = join(folder, "out");
  const args = ["fuzz", "--target", target, "--out", out, "--seed", String(seed), "--requests", String(requests)];
  const ran = await runProgram(args, { environment, cwd: folder, seconds: MOST_SECONDS });
  await front.settled();
  const file = join(out, "report.json");
  return { ...ran, report: existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined };
}

const COMMANDS = { run: (served) => runReported(served), fuzz };

/** Judges one defect: the outcome of the run, what it called broken, and how often the defect appeared. */
export async function judged(defect, { command, seed, requests }) {
  const served = await openDefective({ seed, defect });
  try {
    const { code, seconds, report } = await COMMANDS[command](served, { seed, requests });
    const verdicts = report?.verdicts ?? [];
    const withOutcome = (...wanted) => [
      ...new Set(verdicts.filter(({ outcome }) => wanted.includes(outcome)).map(({ requirement }) => requirement)),
    ];
    return {
      code,
      seconds,
      failed: withOutcome("fail", "flaky"),
      warnings: withOutcome("warn"),
      warned: verdicts.some(({ outcome }) => outcome === "warn"),
      requests: served.front.log.length,
      shown: served.shown(),
    };
  } finally {
    await served.close();
  }
}
