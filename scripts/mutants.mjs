// npm run mutants -- [--sample 300] [--seed 1] [--package reference|conformance|client|fuzz]: makes small changes to
// the sources, one at a time, and lists those that the suite, or the tests, do not detect.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { install } from "./installed.mjs";
import { build, pnpm, root } from "./pnpm.mjs";

install();
build({ quiet: true });
pnpm(["--filter", "@plumbline/mutants", "run", "compile"], { quiet: true });
const program = join(root, "packages/mutants/bin/mutants.mjs");
const run = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { cwd: root, stdio: "inherit" });
process.exit(run.status ?? 130);
