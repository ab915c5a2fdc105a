// Runs vitest for the package in the current folder under the Node that PLUMBLINE_NODE names (default: this one). What its
// tests put into the temporary folder is removed at the end, also when they fail or are killed.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { openTemporaryFolder } from "./temporary-folder.mjs";

const require = createRequire(join(process.cwd(), "package.json"));
const vitest = join(dirname(require.resolve("vitest/package.json")), "vitest.mjs");
const args = [
  "run",
  "--reporter=default",
  "--reporter=json",
  "--outputFile.json=test-results.json",
  ...process.argv.slice(2),
];
const { PLUMBLINE_TEMPORARY: shared } = process.env;
const temporary =
  shared === undefined ? openTemporaryFolder("plumbline-tests") : openTemporaryFolder(basename(process.cwd()), shared);
const run = spawnSync(process.env.PLUMBLINE_NODE || process.execPath, [vitest, ...args], {
  stdio: "inherit",
  env: { ...process.env, ...temporary.environment },
});
const left = temporary.remove();
if (left !== undefined) process.stderr.write(`${left}\n`);
process.exit(run.status || (left === undefined ? (run.status ?? 1) : 1));
