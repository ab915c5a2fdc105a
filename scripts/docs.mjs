// npm run docs [-- --out DIR]: writes the documentation as a site of files (default site/), and checks all its links.
// npm run docs:examples: tries the faults that show rules best, and stores the failing answers for the site.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { install } from "./installed.mjs";
import { build, pnpm, root } from "./pnpm.mjs";

const [first, ...others] = process.argv.slice(2);
const [program, args] = first === "examples" ? ["gather", others] : ["main", process.argv.slice(2)];
install();
build({ quiet: true });
pnpm(["--filter", "@plumbline/site", "run", "compile"], { quiet: true });
const file = join(root, `packages/site/dist/${program}.js`);
process.exitCode = spawnSync(process.execPath, [file, ...args], { cwd: root, stdio: "inherit" }).status ?? 130;
