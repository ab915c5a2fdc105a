// Runs vitest for the package in the current folder under the Node that PLUMBLINE_NODE names (default: this one).
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(join(process.cwd(), "package.json"));
const vitest = join(dirname(require.resolve("vitest/package.json")), "vitest.mjs");
const args = [
  "run",
  "--reporter=default",
  "--reporter=json",
  "--outputFile.json=test-results.json",
  ...process.argv.slice(2),
];
const run = spawnSync(process.env.PLUMBLINE_NODE || process.execPath, [vitest, ...args], { stdio: "inherit" });
process.exit(run.status ?? 1);
