import { join } from "node:path";
import { idsIn } from "./inventory.mjs";
import { killedAfter } from "./killed.mjs";
import { runProgram } from "./program.mjs";
import { openServed } from "./served.mjs";
import { isWrite } from "./writes.mjs";

/** Faults in writes, so that there are failures whose replay would write. */
const FAULTS = ["VA-30", "VA-34", "VA-36", "VA-43"];
/** The areas of the killed run, which creates records that can be deleted at once. */
const AREAS = "ALC,EXB,AUD,DNS";
/** Reading everything takes time, because the token endpoint allows ten requests per minute. */
const MOST_SECONDS = 400;

/**
 * The arguments of each command in addition to a target that permits nothing; values from `ground` are created on first
 * use.
 */
const COMMANDS = {
  run: async ({ out }) => ["--out", out, "--quiet"],
  fuzz: async ({ out }) => ["--out", out, "--quiet", "--requests", "1500", "--seed", "1"],
  replay: async ({ out, ground }) => [await ground.failures(), "--out", out],
  cleanup: async ({ ground }) => ["--from", await ground.journal()],
  plan: async () => [],
  report: async ({ out, ground }) => ["--from", await ground.journal(), "--out", out],
  init: async ({ out, ground }) => [
    ...["--url", ground.served.front.url, "--group", ground.served.fixtures.groupId],
    ...["--out", `${out}.yml`],
  ],
};
/** Commands without a target. */
const ALONE = ["report", "init"];

export const permissionTrials = ({ only, seed }) =>
  Object.keys(COMMANDS)
    .filter((command) => command.includes(only))
    .map((command) => ({ command, seed }));

/** One server with a journal and stored failures of runs with all permissions; then every command runs without any. */
export function permissionTrial() {
  let prepared;
  return {
    async forbidden({ command, seed }) {
      prepared ??= prepare(seed);
      const ground = await prepared;
      const { front, environment, folder } = ground.served;
      const out = join(folder, `out-${command}`);
      const target = ALONE.includes(command) ? [] : ["--target", ground.served.targetWith([], "forbidden.yml")];
      const args = [command, ...target, ...(await COMMANDS[command]({ out, ground }))];
      const first = front.log.length;
      const { code, late, said, seconds } = await runProgram(args, { environment, cwd: folder, seconds: MOST_SECONDS });
      await front.settled();
      const seen = front.log.slice(first);
      // A cleanup may delete records of the killed run without permission: those that did not exist before it.
      const before = command === "cleanup" ? ground.before() : undefined;
      const isOwn = ({ method, target: path }) => {
        const id = path.split(/[/?]/).at(-1);
        return method === "DELETE" && before !== undefined && /^[0-9a-f]{24}$/.test(id) && !before.has(id);
      };
      const writes = seen.filter((one) => isWrite(one) && !isOwn(one));
      const odd = late || code === 5 || code === undefined;
      return {
        name: `${command} without permissions`,
        verdict: writes.length > 0 ? "writes" : odd ? "broke" : "reads only",
        bad: writes.length > 0 || odd,
        facts: `exit ${code} in ${seconds.toFixed(0)} s, ${seen.length} requests, ${writes.length} writes`,
        details: [
          ...writes.map(({ method, target: path, operation, status }) => `${method} ${path} ${operation} (${status})`),
          ...(odd || command === "cleanup" ? [said.slice(-400)] : []),
        ],
      };
    },
    close: async () => (await prepared?.catch(() => undefined))?.served.close(),
  };
}

async function prepare(seed) {
  const served = await openServed({ seed, more: FAULTS.flatMap((id) => ["--fault", id]) });
  const { folder, target, environment } = served;
  const failures = async () => {
    const corpus = join(folder, "failures");
    const args = ["--target", target, "--out", join(folder, "fuzzed"), "--corpus", corpus, "--requests", "1500"];
    await runProgram(["fuzz", "--quiet", ...args], { environment, cwd: folder, seconds: MOST_SECONDS });
    return corpus;
  };
  let inventory;
  const journal = async () => {
    inventory = idsIn(await served.inventory());
    const out = join(folder, "killed");
    await killedAfter(1, ["run", "--quiet", "--target", target, "--out", out, "--area", AREAS], served);
    return join(out, "journal.ndjson");
  };
  return { served, failures: once(failures), journal: once(journal), before: () => inventory };
}

function once(make) {
  let made;
  return () => {
    made ??= make();
    return made;
  };
}
