// npm run bundle [-- FILE]: installs, builds, and writes the program as one file (default release/plumbline.mjs).
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { install } from "./installed.mjs";
import { build, root } from "./pnpm.mjs";

install();
build({ quiet: true });
const bundle = join(root, "packages/cli/bundle/bundle.mjs");
process.exitCode = spawnSync(process.execPath, [bundle, ...process.argv.slice(2)], { stdio: "inherit" }).status ?? 1;
