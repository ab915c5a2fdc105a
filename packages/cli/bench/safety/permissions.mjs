import { join } from "node:path";
import { killedAfter } from "./killed.mjs";
import { runProgram } from "./program.mjs";
import { openServed } from "./served.mjs";
import { isWrite } from "./writes.mjs";

/** Ways to be wrong about what is written, so that there are failures whose replay would write. */
const FAULTS = ["VA-30", "VA-34", "VA-36", "VA-43"];
/** Reading everything takes time: the token endpoint is asked ten times a minute. */
const MOST_SECONDS = 400;

/** What each command is given besides a target that allows nothing. */
const COMMANDS = {
  run: ({ out }) => ["--out", out, "--quiet"],
  fuzz: ({ out }) => ["--out", out, "--quiet", "--requests", "1500", "--seed", "1"],
  replay: ({ out, failures }) => [failures, "--out", out],
  cleanup: ({ journal }) => ["--from", journal],
  plan: () => [],
  report: ({ journal, out }) => ["--from", journal, "--out", out],
  init: ({ url, fixtures, out }) => ["--url", url, "--group", fixtures.groupId, "--out", `${out}.yml`],
};
/** These have no target. */
const ALONE = ["report", "init"];

export const permissionTrials = ({ only, seed }) =>
  Object.keys(COMMANDS)
    .filter((command) => command.includes(only))
    .map((command) => ({ command, seed }));

/** One server with a journal and stored failures of runs that were allowed everything; then nobody may do anything. */
export function permissionTrial() {
  let prepared;
  return {
    async forbidden({ command, seed }) {
      prepared ??= prepare(seed);
      const { served, ...files } = await prepared;
      const { front, environment, folder, fixtures } = served;
      const out = join(folder, `out-${command}`);
      const target = ALONE.includes(command) ? [] : ["--target", served.targetWith([], "forbidden.yml")];
      const first = front.log.length;
      const args = [command, ...target, ...COMMANDS[command]({ out, url: front.url, fixtures, ...files })];
      const { code, late, said, seconds } = await runProgram(args, { environment, cwd: folder, seconds: MOST_SECONDS });
      await front.settled();
      const seen = front.log.slice(first);
      const writes = seen.filter(isWrite);
      const odd = late || code === 5 || code === undefined;
      return {
        name: `${command} without permissions`,
        verdict: writes.length > 0 ? "writes" : odd ? "broke" : "reads only",
        bad: writes.length > 0 || odd,
        facts: `exit ${code} in ${seconds.toFixed(0)} s, ${seen.length} requests, ${writes.length} writes`,
        details: [
          ...writes.map(({ method, target: path, operation, status }) => `${method} ${path} ${operation} (${status})`),
          ...(odd ? [said.slice(-400)] : []),
        ],
      };
    },
    close: async () => (await prepared?.catch(() => undefined))?.served.close(),
  };
}

async function prepare(seed) {
  const served = await openServed({ seed, more: FAULTS.flatMap((id) => ["--fault", id]) });
  const { folder, target, environment } = served;
  const failures = join(folder, "failures");
  await runProgram(
    [
      "fuzz",
      "--target",
      target,
      "--out",
      join(folder, "fuzzed"),
      "--corpus",
      failures,
      "--quiet",
      "--requests",
      "1500",
    ],
    { environment, cwd: folder, seconds: MOST_SECONDS },
  );
  const out = join(folder, "killed");
  await killedAfter(3, ["run", "--target", target, "--out", out, "--quiet"], served);
  return { served, failures, journal: join(out, "journal.ndjson") };
}
