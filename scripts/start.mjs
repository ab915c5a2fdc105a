// npm start: installs, builds, then runs the suite; what stands after "--" goes to `plumbline run`.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build, install, root } from "./pnpm.mjs";

process.stderr.write("Setting up (the first time takes a minute) ...\n");
install({ quiet: true });
build({ quiet: true });
const program = join(root, "packages/cli/bin/plumbline.mjs");
// Paths in the arguments are those of whoever called npm, which may have been from another folder (npm --prefix).
const cwd = process.env.INIT_CWD ?? root;
const run = spawnSync(process.execPath, [program, "run", ...process.argv.slice(2)], { cwd, stdio: "inherit" });
process.exit(run.status ?? 130);
