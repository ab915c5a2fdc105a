// npm start: installs, builds, then judges the reference or the target of `--target`. Arguments after "--" go to
// `plumbline run`.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { install } from "./installed.mjs";
import { root } from "./pnpm.mjs";

if (!existsSync(join(root, "node_modules")))
  process.stderr.write(
    "Setting up, once: the program, its libraries and the compiler are downloaded (about 40 MB) ...\n",
  );
install("program");
const program = join(root, "packages/cli/bin/plumbline.mjs");
// Paths in the arguments are relative to the folder from which npm was called, which may be another one (npm --prefix).
const cwd = process.env.INIT_CWD ?? root;
const given = process.argv.slice(2);
const target = given.some((word) => /^--target(=|$)/.test(word)) ? [] : ["--target", "reference"];
const run = spawnSync(process.execPath, [program, "run", ...target, ...given], { cwd, stdio: "inherit" });
process.exit(run.status ?? 130);
