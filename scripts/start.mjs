// npm start: installs, builds, then runs the suite; what stands after "--" goes to `plumbline run`.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build, install, root } from "./pnpm.mjs";

process.stderr.write("Setting up (the first time takes a minute) ...\n");
install({ quiet: true });
build({ quiet: true });
const program = join(root, "packages/cli/bin/plumbline.mjs");
const run = spawnSync(process.execPath, [program, "run", ...process.argv.slice(2)], { cwd: root, stdio: "inherit" });
process.exit(run.status ?? 130);
